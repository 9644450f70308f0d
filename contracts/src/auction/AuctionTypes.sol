// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderKey} from "../exchange/OrderTypes.sol";

/// @notice A signed auction: `selling` of the sell asset, an item, to the best bidder of at least `buying` of the buy asset,
/// an ERC20; both are totals of the lot. Times are unix seconds; the salt carries expiredTime (bits 255-216), the start
/// (215-176), the terms (extension 159-152, buy-now total 151-64) and the owner's sequence number (63-0). `encourage` is the bps of the price that the losing bidders share.
struct AuctionOrder {
    OrderKey key;
    uint256 selling;
    uint256 buying;
    uint256 endTime;
    uint256 expiredTime;
    uint256 encourage;
    uint256 sellerFee;
}

/// @notice What a bidder signed on an auction: `total` of its buy asset for the lot, and `buyerFee` bps on top.
struct Bid {
    address bidder;
    uint256 total;
    uint256 buyerFee;
}
