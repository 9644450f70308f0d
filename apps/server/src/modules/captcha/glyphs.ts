/** A stroke: points on a grid of 4 by 6, drawn as one line. */
export type Stroke = readonly (readonly [x: number, y: number])[]

/** Letters as strokes, "x,y x,y; …". Leaves out those easily mistaken for another: 0 O 1 I 5 S 2 Z 8 B 9. */
const DRAWN = {
  '3': '0,1 1,0 3,0 4,1 4,2 3,3 2,3; 3,3 4,4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '6': '4,1 3,0 1,0 0,2 0,5 1,6 3,6 4,5 4,4 3,3 1,3 0,4',
  '7': '0,0 4,0 1,6',
  A: '0,6 2,0 4,6; 1,4 3,4',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6; 0,3 3,3',
  F: '4,0 0,0 0,6; 0,3 3,3',
  H: '0,0 0,6; 4,0 4,6; 0,3 4,3',
  J: '1,0 4,0; 3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6; 4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3; 2,3 4,6',
  T: '0,0 4,0; 2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6; 4,0 0,6',
  Y: '0,0 2,3 4,0; 2,3 2,6',
} as const

export const LETTERS = Object.keys(DRAWN)

export function strokesOf(letter: string): Stroke[] {
  const drawn = (DRAWN as Readonly<Record<string, string>>)[letter] ?? ''
  return drawn.split(';').map((stroke) =>
    stroke
      .trim()
      .split(' ')
      .map((point): [number, number] => {
        const [x = '0', y = '0'] = point.split(',')
        return [Number(x), Number(y)]
      }),
  )
}
