"""The rules of quixo, for check.py: cubes row by row from the top, X for the marks of the player to move."""
RULES = "39ecb8e7d51960250da03617cdb80ee018bc38ae80493e3175b9311aa3f95f08"
N = 4


def accepts(game, rules):
    global N
    N = 3 if "size=3" in game else 4
    return game.startswith("quixo:") and ("size=3" in game or "size=4" in game) and rules in (None, RULES)


def over(p):
    lines = [p[i * N:i * N + N] for i in range(N)] + [p[i::N] for i in range(N)] + [p[::N + 1], p[N - 1:-1:N - 1]]
    return "win" if "X" * N in lines else "loss" if "O" * N in lines else None


def moves(p):
    found, last = {}, N - 1
    name = lambda r, c: "abcd"[c] + str(N - r)
    for r in range(N):
        for c in range(N):
            if p[r * N + c] == "O" or 0 < r < last and 0 < c < last:
                continue
            for to, row in ((0, True), (last, True), (0, False), (last, False)):
                at = c if row else r
                if to == at:
                    continue
                line = list(p[r * N:r * N + N] if row else p[c::N])
                del line[at]
                line.insert(to, "X")
                q = list(p)
                if row:
                    q[r * N:r * N + N] = line
                else:
                    q[c::N] = line
                after = "".join(q).translate({88: 79, 79: 88})
                found[name(r, c) + "-" + (name(r, to) if row else name(to, c))] = after
    return found


def twins(p):
    found = [p, "".join(p[i * N:i * N + N][::-1] for i in range(N))]
    for k in range(6):
        found.append("".join(found[k][N * (N - 1 - i % N) + i // N] for i in range(N * N)))
    return found
