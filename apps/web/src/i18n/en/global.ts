/** Texts of document A §8. */
export const global = {
  errSignature: 'Signature failed',
  success: 'Success',
  loginSuccess: 'Login Success',
  registSuccess: 'Regist Success',
  walletNotConnected: 'Wallet not connected',
  connectWallet: 'Connect wallet?',
  disconnect: 'Disconnect?',
  loginFirst: 'Please log in first',
  serverError: 'Server error (502), contact support',
  parameterError: 'Parameter error',
  connectionFailed: 'Connection failed',
  networkError: 'Network error',
  noFunds: 'Not enough funds',
}
