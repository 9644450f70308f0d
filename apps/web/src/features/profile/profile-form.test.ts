import { describe, expect, it } from 'vitest'
import { avatarProblem, shortLinkProblem } from './profile-form.ts'

describe('the profile form', () => {
  it('[PROF-02] takes gif, jpeg, jpg, png and svg up to 10 MB', () => {
    for (const name of ['a.gif', 'a.JPEG', 'a.jpg', 'a.png', 'a.svg']) expect(avatarProblem({ name, size: 1 }), name).toBeUndefined()
    for (const name of ['a.webp', 'a.mp4', 'png', 'a.png.exe']) expect(avatarProblem({ name, size: 1 }), name).toBe('profile.avatarType')
    expect(avatarProblem({ name: 'a.png', size: 10 * 1_048_576 + 1 })).toBe('form.fileLimit')
  })

  it('[PROF-03] takes a short link of 3 to 30 small letters, digits and dashes, or none', () => {
    for (const link of ['', 'abc', 'a-1', 'x'.repeat(30)]) expect(shortLinkProblem(link), link).toBeUndefined()
    for (const link of ['ab', 'Abc', 'a b c', '月下独酌', 'x'.repeat(31)])
      expect(shortLinkProblem(link), link).toBe('profile.shortLinkRule')
  })
})
