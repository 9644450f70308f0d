/**
 * QR codes (ISO/IEC 18004), byte mode, error correction M, versions 1 to 10: enough for any link of 213 bytes.
 * Answers rows of modules, true is dark.
 */
export function qrMatrix(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const version = PLANS.findIndex((plan, index) => index > 0 && bytes.length <= dataBytes(plan) - (index < 10 ? 2 : 3))
  const plan = PLANS[version]
  if (!plan) throw new Error(`Too long for a code: ${bytes.length} bytes`)
  const words = interleave(encode(bytes, version, dataBytes(plan)), plan)
  const frame = new Frame(version)
  frame.write(words)
  return frame.best()
}

/** Per version: correction words of a block, then [blocks, data words] of each group. */
type Plan = { correction: number; groups: readonly (readonly [blocks: number, words: number])[] }
const PLANS: readonly Plan[] = [
  { correction: 0, groups: [] },
  { correction: 10, groups: [[1, 16]] },
  { correction: 16, groups: [[1, 28]] },
  { correction: 26, groups: [[1, 44]] },
  { correction: 18, groups: [[2, 32]] },
  { correction: 24, groups: [[2, 43]] },
  { correction: 16, groups: [[4, 27]] },
  { correction: 18, groups: [[4, 31]] },
  {
    correction: 22,
    groups: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    correction: 22,
    groups: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    correction: 26,
    groups: [
      [4, 43],
      [1, 44],
    ],
  },
]
const dataBytes = ({ groups }: Plan) => groups.reduce((sum, [blocks, words]) => sum + blocks * words, 0)

function encode(bytes: number[], version: number, capacity: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let i = 0; i < bits.length; i += 8) words.push(Number.parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

function interleave(data: number[], { correction, groups }: Plan): number[] {
  const divisor = generator(correction)
  const blocks: { data: number[]; check: number[] }[] = []
  let at = 0
  for (const [count, words] of groups)
    for (let i = 0; i < count; i++, at += words) {
      const block = data.slice(at, at + words)
      blocks.push({ data: block, check: remainder(block, divisor) })
    }
  const column = (pick: 'data' | 'check', index: number) => blocks.flatMap((block) => block[pick][index] ?? [])
  const longest = Math.max(...blocks.map((block) => block.data.length))
  return [
    ...Array.from({ length: longest }, (_, index) => column('data', index)).flat(),
    ...Array.from({ length: correction }, (_, index) => column('check', index)).flat(),
  ]
}

/** Product in GF(256) over x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(x: number, y: number): number {
  let z = 0
  for (let i = 7; i >= 0; i--) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((y >>> i) & 1) * x)
  return z
}

function generator(degree: number): number[] {
  const result: number[] = Array.from({ length: degree }, (_, index) => Number(index === degree - 1))
  let root = 1
  for (let i = 0; i < degree; i++, root = multiply(root, 2))
    for (let j = 0; j < degree; j++) result[j] = multiply(result[j] ?? 0, root) ^ (result[j + 1] ?? 0)
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((coefficient, index) => {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor)
    })
  }
  return result
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

class Frame {
  private readonly size: number
  private readonly version: number
  private readonly dark: boolean[][]
  private readonly fixed: boolean[][]

  constructor(version: number) {
    this.version = version
    this.size = version * 4 + 17
    const empty = () => Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false))
    this.dark = empty()
    this.fixed = empty()
    this.drawPatterns()
  }

  private set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y]
    const fixed = this.fixed[y]
    if (!row || !fixed || x < 0 || x >= this.size) return
    row[x] = isDark
    fixed[x] = true
  }

  private drawPatterns(): void {
    const end = this.size - 1
    for (let i = 0; i < this.size; i++) {
      this.set(6, i, i % 2 === 0)
      this.set(i, 6, i % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [end - 3, 3],
      [3, end - 3],
    ] as const)
      this.drawFinder(x, y)
    const places = alignment(this.version, this.size)
    places.forEach((x, i) => {
      places.forEach((y, j) => {
        const isFinder = (i === 0 && j === 0) || (i === 0 && j === places.length - 1) || (i === places.length - 1 && j === 0)
        if (!isFinder) this.drawSquare(x, y, 2, (ring) => ring !== 1)
      })
    })
    this.drawFormat(0)
    this.drawVersion()
  }

  private drawFinder(x: number, y: number): void {
    this.drawSquare(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  }

  private drawSquare(x: number, y: number, radius: number, isDark: (ring: number) => boolean): void {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) this.set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }

  /** Level M is 00; 15 bits with their BCH check. */
  private drawFormat(mask: number): void {
    let check = mask
    for (let i = 0; i < 10; i++) check = (check << 1) ^ ((check >>> 9) * 0x537)
    const bits = ((mask << 10) | check) ^ 0x5412
    const bit = (i: number) => ((bits >>> i) & 1) === 1
    for (let i = 0; i <= 5; i++) this.set(8, i, bit(i))
    this.set(8, 7, bit(6))
    this.set(8, 8, bit(7))
    this.set(7, 8, bit(8))
    for (let i = 9; i < 15; i++) this.set(14 - i, 8, bit(i))
    for (let i = 0; i < 8; i++) this.set(this.size - 1 - i, 8, bit(i))
    for (let i = 8; i < 15; i++) this.set(8, this.size - 15 + i, bit(i))
    this.set(8, this.size - 8, true)
  }

  private drawVersion(): void {
    if (this.version < 7) return
    let check = this.version
    for (let i = 0; i < 12; i++) check = (check << 1) ^ ((check >>> 11) * 0x1f25)
    const bits = (this.version << 12) | check
    for (let i = 0; i < 18; i++) {
      const isDark = ((bits >>> i) & 1) === 1
      const a = this.size - 11 + (i % 3)
      const b = Math.floor(i / 3)
      this.set(a, b, isDark)
      this.set(b, a, isDark)
    }
  }

  /** In pairs of columns from the right, up and down in turn, around what is fixed. */
  write(words: readonly number[]): void {
    let at = 0
    for (let right = this.size - 1; right >= 1; right -= 2) {
      const column = right <= 6 ? right - 1 : right
      const isUp = ((column + 1) & 2) === 0
      for (let step = 0; step < this.size; step++)
        for (const x of [column, column - 1]) {
          const y = isUp ? this.size - 1 - step : step
          const row = this.dark[y]
          if (!row || this.fixed[y]?.[x] || at >= words.length * 8) continue
          row[x] = (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
          at++
        }
    }
  }

  private masked(mask: number): boolean[][] {
    this.drawFormat(mask)
    const flips = MASKS[mask]
    return this.dark.map((row, y) => row.map((isDark, x) => (this.fixed[y]?.[x] ? isDark : isDark !== flips?.(x, y))))
  }

  /** The mask that disturbs a reader least. */
  best(): boolean[][] {
    const candidates = MASKS.map((_, mask) => this.masked(mask))
    return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best))
  }
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))]
}

/** Runs, 2×2 blocks, false finders and an uneven share of dark, as the standard weighs them. */
function penalty(rows: boolean[][]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false))
  const lines = [...rows, ...columns].map((line) => line.map(Number).join(''))
  let sum = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    sum += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
  }
  let blocks = 0
  let dark = 0
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) dark++
      const next = rows[y + 1]
      if (next && x + 1 < row.length && row[x + 1] === isDark && next[x] === isDark && next[x + 1] === isDark) blocks++
    })
  })
  return sum + blocks * 3 + Math.floor(Math.abs((dark * 20) / rows.length ** 2 - 10)) * 10
}
