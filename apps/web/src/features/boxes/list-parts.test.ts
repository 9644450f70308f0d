import { expect, it } from 'vitest'
import { byPart } from './list-parts.ts'

const box = { startTime: 1_000, endTime: 2_000, amount: 2, opened: 0, isStopped: false, requestsLeft: 2 }

it('puts a series under what can be done with it, open ones first, without empty parts', () => {
  const [a, b, c] = [
    { ...box, name: 'a', opened: 2 },
    { ...box, name: 'b' },
    { ...box, name: 'c', startTime: 1_800 },
  ]
  const names = (now: number) => byPart([a, b, c], now).map(({ part, boxes }) => [part, boxes.map(({ name }) => name).join()])
  expect(names(500)).toEqual([['soon', 'a,b,c']])
  expect(names(1_500)).toEqual([
    ['open', 'b'],
    ['soon', 'c'],
    ['over', 'a'],
  ])
  expect(names(2_000)).toEqual([['over', 'a,b,c']])
})
