import { describe, expect, it } from 'vitest'
import { codeProblem, confirmProblem, emailProblem, newPasswordProblem, passwordProblem } from './mail-form.ts'

describe('the fields of the e-mail log-in', () => {
  it('[AUTH-11] want an e-mail', () => {
    expect([emailProblem(''), emailProblem(' '), emailProblem('alice'), emailProblem(' a@b.example ')]).toEqual([
      'form.noEmail',
      'form.noEmail',
      'form.invalidEmail',
      undefined,
    ])
  })

  it('[AUTH-12][AUTH-13] want a password of six characters or more, however long an old one is', () => {
    expect([passwordProblem(''), passwordProblem('12345'), passwordProblem('123456'), passwordProblem('x'.repeat(40))]).toEqual([
      'form.noPassword',
      'form.passwordLength',
      undefined,
      undefined,
    ])
  })

  it('[AUTH-17][AUTH-22] want a new one of 6 to 20 that is not guessed first', () => {
    const problems = ['', '12345', 'x9'.repeat(11), 'qwerty123', 'alice.w', 'plum-7-orbit'].map((text) =>
      newPasswordProblem(text, ' alice.w@b.example'),
    )
    expect(problems).toEqual([
      'form.noPassword',
      'form.passwordLength',
      'form.passwordLength',
      'form.passwordCommon',
      'form.passwordCommon',
      undefined,
    ])
  })

  it('[AUTH-20] want the same password twice, and a code', () => {
    expect([confirmProblem('a', 'b'), confirmProblem('a', 'a'), codeProblem(' '), codeProblem('K7')]).toEqual([
      'form.passwordDiffers',
      undefined,
      'form.noCode',
      undefined,
    ])
  })
})
