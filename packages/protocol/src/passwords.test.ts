import { describe, expect, it } from 'vitest'
import { ANY_PASSWORD, emailKey, findPasswordProblem, isEmail, isLengthOf, OWN_PASSWORD } from './passwords.ts'

describe('findPasswordProblem', () => {
  it.each(['five5', 'a'.repeat(21), '密码密码密'])('wants 6 to 20 characters: %s', (password) => {
    expect(findPasswordProblem(password)).toBe('LENGTH')
  })

  it.each(['password', 'Password1', 'qwerty123', '123456', '654321', '11111111', '121212', 'abcabc', 'iloveyou!', 'Admin2024', '1qaz2wsx'])(
    'refuses what is guessed first: %s',
    (password) => {
      expect(findPasswordProblem(password)).toBe('COMMON')
    },
  )

  it.each([
    ['plum-7o', 'LENGTH'],
    ['plum-7or', undefined],
    [`plum-7-${'orbit'.repeat(24)}.`, undefined],
    [`${'🍑'.repeat(60)}${'月'.repeat(60)}plum-7-o`, undefined],
    [`plum-7-${'orbit'.repeat(24)}..`, 'LENGTH'],
    ['password1', 'COMMON'],
    ['ab'.repeat(60), 'COMMON'],
  ])('[F-135] wants 8 to 128 characters in the forms, with the same checks: %s', (password, problem) => {
    expect(findPasswordProblem(password, '', OWN_PASSWORD)).toBe(problem)
  })

  it('[F-135] takes 6 to 128 characters at a sign-in, and counts no longer text sign by sign', () => {
    const lengths = [5, 6, 128, 129, 1_000_000].map((length) => isLengthOf('x'.repeat(length), ANY_PASSWORD))
    expect(lengths).toEqual([false, true, true, false, false])
  })

  it('refuses the name in the address, with digits behind it too', () => {
    expect(findPasswordProblem('alice.w', 'Alice.W@example.org')).toBe('COMMON')
    expect(findPasswordProblem('Alice.w99', 'alice.w@example.org')).toBe('COMMON')
  })

  it.each(['plum-7-orbit', 'Tide&lantern', '月下独酌2个人', 'xK9$mQ'])('takes %s', (password) => {
    expect(findPasswordProblem(password, 'alice@example.org')).toBeUndefined()
  })
})

describe('isEmail', () => {
  it.each(['a@b.co', 'Zhang.Wei+nft@mail.example.cn', '张伟@例子.公司'])('takes %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@@b.co',
    'a b@c.co',
    'a@b.co\r\nBcc: x@y.z',
    '<a@b.co>',
    'a@-b.co',
    'a,b@c.co',
    `${'a'.repeat(65)}@b.co`,
  ])('refuses %j', (email) => {
    expect(isEmail(email)).toBe(false)
  })
})

describe('emailKey', () => {
  it('is one for all spellings of a mailbox', () => {
    expect(emailKey(' Alice@Example.ORG ')).toBe('alice@example.org')
  })
})
