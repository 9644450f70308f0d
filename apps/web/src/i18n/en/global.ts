/** Texts of document A §8. */
export const global = {
  errSignature: 'Signature failed',
  loginSuccess: 'Login Success',
  registSuccess: 'Regist Success',
}
