import { describe, expect, it } from 'vitest'
import { apart, type Beat, lengthOf, nextBeat } from './reveal-beats.ts'

/** All beats from the first on, with what each lasts. */
function play(works: number, isStill: boolean): [Beat, number | undefined][] {
  const beats: [Beat, number | undefined][] = []
  for (let beat: Beat = 'waiting'; ; beat = nextBeat(beat, isStill)) {
    beats.push([beat, lengthOf(beat, works)])
    if (beat === 'shown') return beats
  }
}

describe('the opening of a box', () => {
  it('[BOX-26, BOX-27, BOX-28, BOX-29] is the closed box until the draw, 1.5 s of light, the works rising, then all of them', () => {
    expect(play(3, false)).toEqual([
      ['waiting', undefined],
      ['burst', 1_500],
      ['rising', 1_250],
      ['shown', undefined],
    ])
  })

  it('shows the works at once to visitors who want no motion', () => {
    expect(play(3, true).map(([beat]) => beat)).toEqual(['waiting', 'shown'])
  })

  it('lets a hundred works rise in the time of fifteen', () => {
    expect(apart(2)).toBe(250)
    expect(lengthOf('rising', 100)).toBe(4_000)
  })
})
