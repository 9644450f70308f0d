import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Identicon } from './Identicon.tsx'
import { COLOURS, planIdenticon, SHAPES } from './identicon.ts'

const many = Array.from({ length: 2_000 }, (_, index) => planIdenticon(`0x${(index + 1).toString(16).padStart(40, '0')}`))

describe('planIdenticon', () => {
  it('[WIDG-05] uses 4 shapes and 10 colours', () => {
    expect(new Set(many.map(({ shape }) => shape))).toEqual(new Set(SHAPES))
    expect(SHAPES).toHaveLength(4)
    expect(new Set(many.map(({ ground }) => ground))).toEqual(new Set(COLOURS))
    expect(new Set(COLOURS).size).toBe(10)
  })

  it('[WIDG-05] is drawn so: four distinct figures on ten grounds', () => {
    const drawn = Array.from({ length: 500 }, (_, index) => renderToStaticMarkup(createElement(Identicon, { seed: `0x${index}` })))
    const figures = new Set(drawn.map((svg) => svg.replace(/<rect[^>]*><\/rect>/, '').replaceAll(/ fill="[^"]+"/g, '')))
    expect(figures.size).toBe(4)
    expect(new Set(drawn.map((svg) => /<rect width="32" height="32" fill="([^"]+)"/.exec(svg)?.[1]))).toEqual(new Set(COLOURS))
  })

  it('never draws a figure in the colour of its ground', () => expect(many.filter(({ ground, figure }) => ground === figure)).toEqual([]))

  it('does not care for the case of an address', () => expect(planIdenticon('0xABCD')).toEqual(planIdenticon('0xabcd')))

  it('distinguishes neighbouring addresses', () => {
    const looks = new Set(many.slice(0, 100).map(({ ground, figure, shape }) => `${ground}${figure}${shape}`))
    expect(looks.size).toBeGreaterThan(70)
  })
})
