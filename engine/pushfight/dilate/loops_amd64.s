#include "textflag.h"

// Loops with AVX-512, VBMI and GFNI; loops.go has the same in Go.

// groupBytes brings byte k of eight words together, the last word's first.
DATA groupBytes<>+0(SB)/8, $0x0008101820283038
DATA groupBytes<>+8(SB)/8, $0x0109111921293139
DATA groupBytes<>+16(SB)/8, $0x020a121a222a323a
DATA groupBytes<>+24(SB)/8, $0x030b131b232b333b
DATA groupBytes<>+32(SB)/8, $0x040c141c242c343c
DATA groupBytes<>+40(SB)/8, $0x050d151d252d353d
DATA groupBytes<>+48(SB)/8, $0x060e161e262e363e
DATA groupBytes<>+56(SB)/8, $0x070f171f272f373f
GLOBL groupBytes<>(SB), RODATA|NOPTR, $64

// crossBytes transposes eight by eight bytes.
DATA crossBytes<>+0(SB)/8, $0x3830282018100800
DATA crossBytes<>+8(SB)/8, $0x3931292119110901
DATA crossBytes<>+16(SB)/8, $0x3a322a221a120a02
DATA crossBytes<>+24(SB)/8, $0x3b332b231b130b03
DATA crossBytes<>+32(SB)/8, $0x3c342c241c140c04
DATA crossBytes<>+40(SB)/8, $0x3d352d251d150d05
DATA crossBytes<>+48(SB)/8, $0x3e362e261e160e06
DATA crossBytes<>+56(SB)/8, $0x3f372f271f170f07
GLOBL crossBytes<>(SB), RODATA|NOPTR, $64

// oneBits has bit j in byte j of each word: as bytes times a matrix, its columns.
DATA oneBits<>+0(SB)/8, $0x8040201008040201
DATA oneBits<>+8(SB)/8, $0x8040201008040201
DATA oneBits<>+16(SB)/8, $0x8040201008040201
DATA oneBits<>+24(SB)/8, $0x8040201008040201
DATA oneBits<>+32(SB)/8, $0x8040201008040201
DATA oneBits<>+40(SB)/8, $0x8040201008040201
DATA oneBits<>+48(SB)/8, $0x8040201008040201
DATA oneBits<>+56(SB)/8, $0x8040201008040201
GLOBL oneBits<>(SB), RODATA|NOPTR, $64

// func gatherVectors(pack, src *uint64, rows *uint32, n int) bool
TEXT ·gatherVectors(SB), NOSPLIT, $0-33
	MOVQ  pack+0(FP), DI
	MOVQ  src+8(FP), SI
	MOVQ  rows+16(FP), DX
	MOVQ  n+24(FP), CX
	VPXOR Y0, Y0, Y0

gatherNext:
	MOVL    (DX), AX
	MOVL    4(DX), BX
	VMOVDQU (SI)(AX*8), Y1
	VMOVDQU (SI)(BX*8), Y2
	VMOVDQU Y1, (DI)
	VMOVDQU Y2, 32(DI)
	VPOR    Y1, Y0, Y0
	VPOR    Y2, Y0, Y0
	ADDQ    $8, DX
	ADDQ    $64, DI
	SUBQ    $2, CX
	JNZ     gatherNext
	VPTEST  Y0, Y0
	SETNE   ret+32(FP)
	VZEROUPPER
	RET

// func scatterVectors(dst, pack *uint64, rows *uint32, n int)
TEXT ·scatterVectors(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ pack+8(FP), SI
	MOVQ rows+16(FP), DX
	MOVQ n+24(FP), CX

scatterNext:
	MOVL    (DX), AX
	VMOVDQU (SI), Y1
	VPOR    (DI)(AX*8), Y1, Y1
	VMOVDQU Y1, (DI)(AX*8)
	MOVL    4(DX), BX
	VMOVDQU 32(SI), Y2
	VPOR    (DI)(BX*8), Y2, Y2
	VMOVDQU Y2, (DI)(BX*8)
	ADDQ    $8, DX
	ADDQ    $64, SI
	SUBQ    $2, CX
	JNZ     scatterNext
	VZEROUPPER
	RET

// func sweepVectors(pack, allowed *uint64, p *uint16, n int)
//
// A path is n steps forth and n steps back; Z20 to Z22 hold the square of the step before:
// taking it from memory would wait for it to be written.
TEXT ·sweepVectors(SB), NOSPLIT, $0-32
	MOVQ pack+0(FP), R8
	MOVQ allowed+8(FP), R9
	MOVQ p+16(FP), R10
	MOVQ n+24(FP), R11

sweepForth:
	MOVQ R10, SI
	XORQ R12, R12

sweepPass:
	MOVQ   R11, CX
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	VPXORQ Z12, Z12, Z12
	VPXORQ Z20, Z20, Z20
	VPXORQ Z21, Z21, Z21
	VPXORQ Z22, Z22, Z22

sweepStep:
	MOVWQZX   (SI), AX
	KMOVB     2(SI), K1
	MOVWQZX   6(SI), BX
	MOVWQZX   8(SI), DX
	MOVWQZX   10(SI), DI
	ADDQ      $12, SI
	VMOVDQU64 0(R8)(BX*8), Z0
	VMOVDQU64 64(R8)(BX*8), Z1
	VMOVDQU64 128(R8)(BX*8), Z2
	VPORQ     0(R8)(DX*8), Z0, Z0
	VPORQ     64(R8)(DX*8), Z1, Z1
	VPORQ     128(R8)(DX*8), Z2, Z2
	VPORQ     0(R8)(DI*8), Z0, Z0
	VPORQ     64(R8)(DI*8), Z1, Z1
	VPORQ     128(R8)(DI*8), Z2, Z2
	VMOVDQU64 0(R8)(AX*8), Z4
	VMOVDQU64 64(R8)(AX*8), Z5
	VMOVDQU64 128(R8)(AX*8), Z6
	VPORQ     Z20, Z0, K1, Z0
	VPORQ     Z21, Z1, K1, Z1
	VPORQ     Z22, Z2, K1, Z2
	VPTERNLOGQ $0xec, 0(R9)(AX*8), Z4, Z0
	VPTERNLOGQ $0xec, 64(R9)(AX*8), Z5, Z1
	VPTERNLOGQ $0xec, 128(R9)(AX*8), Z6, Z2
	VMOVDQA64 Z0, Z20
	VMOVDQU64 Z0, 0(R8)(AX*8)
	VMOVDQA64 Z1, Z21
	VMOVDQU64 Z1, 64(R8)(AX*8)
	VMOVDQA64 Z2, Z22
	VMOVDQU64 Z2, 128(R8)(AX*8)
	VPTERNLOGQ $0xf6, Z0, Z4, Z10
	VPTERNLOGQ $0xf6, Z1, Z5, Z11
	VPTERNLOGQ $0xf6, Z2, Z6, Z12
	DECQ      CX
	JNZ       sweepStep
	VPORQ     Z10, Z11, Z11
	VPORQ     Z11, Z12, Z12
	VPTESTMQ  Z12, Z12, K1
	KORTESTB  K1, K1
	JZ        sweepDone
	XORQ      $1, R12
	JNZ       sweepPass
	JMP       sweepForth

sweepDone:
	VZEROUPPER
	RET

// func transposeVectors(dst *uint64, dstStride, dstRows int, src *uint64, srcStride, srcRows int, add bool, buffer *[64]uint64)
TEXT ·transposeVectors(SB), NOSPLIT, $0-64
	MOVQ src+24(FP), SI
	MOVQ srcStride+32(FP), DX
	MOVQ srcRows+40(FP), CX
	MOVQ buffer+56(FP), R8
	MOVQ R8, DI
	SHLQ $3, DX

readRow:
	MOVQ (SI), AX
	MOVQ AX, (DI)
	ADDQ DX, SI
	ADDQ $8, DI
	DECQ CX
	JNZ  readRow

	VMOVDQU64 groupBytes<>(SB), Z31
	VMOVDQU64 crossBytes<>(SB), Z30
	VMOVDQU64 oneBits<>(SB), Z29
	VPERMB    0(R8), Z31, Z0
	VPERMB    64(R8), Z31, Z1
	VPERMB    128(R8), Z31, Z2
	VPERMB    192(R8), Z31, Z3
	VPERMB    256(R8), Z31, Z4
	VPERMB    320(R8), Z31, Z5
	VPERMB    384(R8), Z31, Z6
	VPERMB    448(R8), Z31, Z7
	VGF2P8AFFINEQB $0, Z0, Z29, Z0
	VGF2P8AFFINEQB $0, Z1, Z29, Z1
	VGF2P8AFFINEQB $0, Z2, Z29, Z2
	VGF2P8AFFINEQB $0, Z3, Z29, Z3
	VGF2P8AFFINEQB $0, Z4, Z29, Z4
	VGF2P8AFFINEQB $0, Z5, Z29, Z5
	VGF2P8AFFINEQB $0, Z6, Z29, Z6
	VGF2P8AFFINEQB $0, Z7, Z29, Z7
	VPUNPCKLQDQ Z1, Z0, Z8
	VPUNPCKHQDQ Z1, Z0, Z12
	VPUNPCKLQDQ Z3, Z2, Z9
	VPUNPCKHQDQ Z3, Z2, Z13
	VPUNPCKLQDQ Z5, Z4, Z10
	VPUNPCKHQDQ Z5, Z4, Z14
	VPUNPCKLQDQ Z7, Z6, Z11
	VPUNPCKHQDQ Z7, Z6, Z15
	VSHUFI64X2 $0x88, Z9, Z8, Z16
	VSHUFI64X2 $0xdd, Z9, Z8, Z17
	VSHUFI64X2 $0x88, Z11, Z10, Z18
	VSHUFI64X2 $0xdd, Z11, Z10, Z19
	VSHUFI64X2 $0x88, Z18, Z16, Z20
	VSHUFI64X2 $0xdd, Z18, Z16, Z24
	VSHUFI64X2 $0x88, Z19, Z17, Z22
	VSHUFI64X2 $0xdd, Z19, Z17, Z26
	VSHUFI64X2 $0x88, Z13, Z12, Z16
	VSHUFI64X2 $0xdd, Z13, Z12, Z17
	VSHUFI64X2 $0x88, Z15, Z14, Z18
	VSHUFI64X2 $0xdd, Z15, Z14, Z19
	VSHUFI64X2 $0x88, Z18, Z16, Z21
	VSHUFI64X2 $0xdd, Z18, Z16, Z25
	VSHUFI64X2 $0x88, Z19, Z17, Z23
	VSHUFI64X2 $0xdd, Z19, Z17, Z27
	VPERMB    Z20, Z30, Z20
	VMOVDQU64 Z20, 0(R8)
	VPERMB    Z21, Z30, Z21
	VMOVDQU64 Z21, 64(R8)
	VPERMB    Z22, Z30, Z22
	VMOVDQU64 Z22, 128(R8)
	VPERMB    Z23, Z30, Z23
	VMOVDQU64 Z23, 192(R8)
	VPERMB    Z24, Z30, Z24
	VMOVDQU64 Z24, 256(R8)
	VPERMB    Z25, Z30, Z25
	VMOVDQU64 Z25, 320(R8)
	VPERMB    Z26, Z30, Z26
	VMOVDQU64 Z26, 384(R8)
	VPERMB    Z27, Z30, Z27
	VMOVDQU64 Z27, 448(R8)
	VZEROUPPER

	MOVQ  dst+0(FP), DI
	MOVQ  dstStride+8(FP), DX
	MOVQ  dstRows+16(FP), CX
	SHLQ  $3, DX
	CMPB  add+48(FP), $0
	JNE   addRow

writeRow:
	MOVQ (R8), AX
	MOVQ AX, (DI)
	ADDQ DX, DI
	ADDQ $8, R8
	DECQ CX
	JNZ  writeRow
	RET

addRow:
	MOVQ (R8), AX
	ORQ  AX, (DI)
	ADDQ DX, DI
	ADDQ $8, R8
	DECQ CX
	JNZ  addRow
	RET
