/** What an account has signed for an item that it no longer holds. */
export const leftSigned = {
  listing: 'Your listing at <b>{{price}}</b> is still signed',
  auction: 'Your auction from <b>{{price}}</b> is still signed',
  livesAgain: 'Inactive. If the work comes back to you, it can be live again.',
  livesAgainUntil: 'Inactive. If the work comes back to you by {{until}}, it can be live again.',
  waits: 'Inactive: the market may not move the work, or you have to sign it again. It ends by itself on {{until}}.',
  end: 'Cancel it',
  endListing: 'Cancel the listing',
  ending: 'Cancelling it',
  ended: 'Cancelled',
  listingTip: 'You no longer hold this work, so nobody can buy by your listing. Its signature counts until you cancel it.',
  auctionTip: 'You no longer hold what you auction, so nobody can bid. The signature counts until you cancel it.',
  endListingToo: 'Cancel your listing at {{price}} too',
  endAuctionToo: 'Cancel your auction from {{price}} too',
  endTooHint: 'It is still signed. A second transaction cancels it on the chain, for a network fee.',
  endTooOneHint: 'It is still signed. The same transaction cancels it on the chain.',
  sameTransaction: 'Same transaction',
  stays: 'It stays signed and becomes inactive. If the work comes back to you, it can be live again and sell the work for {{price}}.',
  staysUntil:
    'It stays signed and becomes inactive. If the work comes back to you by {{until}}, it can be live again and sell the work for {{price}}.',
  laterHint:
    'The work has left. What you signed for it counts until this last step is done; you can also cancel it later, on the page of the work.',
  endsFirst: 'Your listing at {{price}} is cancelled first, for a network fee: a work is on sale or at auction, never both.',
  inactiveAuction: 'Inactive auction',
}
