/** Keys and quoted wording of document B §5 and §8. */
export const form = {
  noPrice: 'Enter a price above zero',
  granterPrice: 'new price not greater than old price',
  lessPrice: 'new price not less than old price',
  tooManyDecimals: 'Too many digits after the point',
  highPrice: 'The price is too large for any chain',
  lowPrice: 'price below minimum',
  noQuantity: 'Enter how many',
  exceedValue: 'That is more than there are',
  noAddress: 'Enter an address',
  badAddress: 'This is not an address: 0x and 40 characters',
  own: 'That is your own address',
  maxAmount10Limit: 'maximum quantity 10',
  noStartTime: 'Choose when it starts',
  noEndTime: 'Choose when it ends',
  noStartPrice: 'Enter a start price above zero',
  noLowestAcceptPrice: 'Enter the lowest price you accept',
  limitLowestAcceptPrice: 'less than start price',
  noMinBidIncrement: 'Enter the smallest step between bids',
  bidderLimit: 'bidders limited to 200',
  noFile: 'please choose a file',
  noDisplayName: 'display name cannot be empty',
  noTokenName: 'token name cannot be empty',
  royaltiesLimit: 'royalties cannot greater than 10%',
  noName: 'Give it a name',
  noCategory: 'Choose a category',
  noContract: 'Choose a collection',
  noPayToken: 'Choose what to be paid in',
  fileLimit: 'The file is larger than {{megabytes}} MB',
  invalid: 'Something in the form is missing or wrong',
  invalidEmail: 'invalid e-mail',
  passwordLength: 'password length 6 to 20',
  shortLinkExists: 'short link already exists',
  optional: 'Optional',
}

export const dialog = {
  noBalance: 'Not enough {{symbol}} for this',
  cancelTip: 'Take it off sale? It stays in your wallet.',
}

export const request = {
  saleSuccess: 'On sale',
  bidSuccess: 'Your bid stands',
  cancelSuccess: 'Cancel success',
  mintSuccess: 'Minted',
  refreshSuccess: 'Refresh success!',
}
