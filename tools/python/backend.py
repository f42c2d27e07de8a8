"""Builds the package for pip (PEP 517 and 660) with the standard library alone, so that nothing has to
be fetched to install it."""

import base64
import hashlib
import os
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME, VERSION = "foregone", "1.0"
METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Games for Foregone, which solves them, and tables that it has made
License: Apache-2.0
Requires-Python: >=3.10
Provides-Extra: arrays
Requires-Dist: numpy; extra == "arrays"
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: foregone\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write(folder, files):
    """Writes a wheel of files by name, and returns its name."""
    info = f"{NAME}-{VERSION}.dist-info"
    files = {**files, f"{info}/METADATA": METADATA.encode(), f"{info}/WHEEL": WHEEL.encode()}
    record = ""
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(content)}\n"
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), content)
        wheel.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes a wheel with the package in it."""
    files = {}
    for name in sorted(os.listdir(os.path.join(HERE, NAME))):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(HERE, NAME, name), "rb") as file:
                files[f"{NAME}/{name}"] = file.read()
    return write(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes a wheel that says where the package is."""
    return write(wheel_directory, {f"{NAME}.pth": (HERE + "\n").encode()})
