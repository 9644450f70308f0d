import { describe, expect, it } from 'vitest'
import { codeProblem, confirmProblem, emailProblem, fieldOf, newPasswordProblem, passwordProblem } from './mail-form.ts'

describe('the fields of the e-mail log-in', () => {
  it('[AUTH-11] want an e-mail', () => {
    expect([emailProblem(''), emailProblem(' '), emailProblem('alice'), emailProblem(' a@b.example ')]).toEqual([
      'form.noEmail',
      'form.noEmail',
      'form.invalidEmail',
      undefined,
    ])
  })

  it('[F-135][AUTH-12][AUTH-13] want a password of 6 to 128 characters at the log-in', () => {
    const problems = ['', '12345', '123456', 'x'.repeat(128), 'x'.repeat(129)].map(passwordProblem)
    expect(problems).toEqual(['form.noPassword', 'form.anyPasswordLength', undefined, undefined, 'form.anyPasswordLength'])
  })

  it('[F-135][AUTH-17][AUTH-22] want a new one of 8 to 128 that is not guessed first', () => {
    const long = `plum-7-${'orbit'.repeat(24)}.`
    const problems = ['', 'plum-7o', `${long}.`, 'qwerty123', 'alice.w99', 'plum-7or', long].map((text) =>
      newPasswordProblem(text, ' alice.w@b.example'),
    )
    expect(problems).toEqual([
      'form.noPassword',
      'form.passwordLength',
      'form.passwordLength',
      'form.passwordCommon',
      'form.passwordCommon',
      undefined,
      undefined,
    ])
  })

  it('[F-135] are named by the refusals that concern one of them', () => {
    const codes = ['EMAIL_INVALID', 'PASSWORD_SIZE', 'PICTURE_LINK_GONE', 'MAILED_CODE_WRONG', 'MAIL_LOGIN_WRONG'] as const
    expect(codes.map(fieldOf)).toEqual(['email', 'password', 'picture', 'code', undefined])
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
