/** Words about a work, wherever it is shown. */
export const item = {
  price: 'Price',
  from: 'From',
  notForSale: 'Not for sale',
  bid: 'Bid',
  pending: 'Sale pending',
  untitled: 'Untitled #{{id}}',
  noPicture: 'No picture',
  sound: 'Sound',
  video: 'Video',
  editions: '{{left}} of {{total}}',
  like: 'Like',
  unlike: 'Remove the like',
}
