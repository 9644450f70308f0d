import { describe, expect, it } from 'vitest'
import { apart, lengthOf, nextPhase, type Phase } from './reveal-phases.ts'

/** All phases from the first on, with what each lasts. */
function play(items: number, isStill: boolean): [Phase, number | undefined][] {
  const phases: [Phase, number | undefined][] = []
  for (let phase: Phase = 'waiting'; ; phase = nextPhase(phase, isStill)) {
    phases.push([phase, lengthOf(phase, items)])
    if (phase === 'shown') return phases
  }
}

describe('the opening of a box', () => {
  it('[BOX-26, BOX-27, BOX-28, BOX-29] is the closed box until the draw, 1.5 s of light, the items rising, then all of them', () => {
    expect(play(3, false)).toEqual([
      ['waiting', undefined],
      ['burst', 1_500],
      ['rising', 1_250],
      ['shown', undefined],
    ])
  })

  it('shows the items at once where reduced motion is preferred', () => {
    expect(play(3, true).map(([phase]) => phase)).toEqual(['waiting', 'shown'])
  })

  it('lets a hundred items rise in the time of fifteen', () => {
    expect(apart(2)).toBe(250)
    expect(lengthOf('rising', 100)).toBe(4_000)
  })
})
