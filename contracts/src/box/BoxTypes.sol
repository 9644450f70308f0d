// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset} from "../exchange/OrderTypes.sol";

/// @notice What names a series of boxes: its kinds of prizes and the money, or ticket, of its price.
struct BoxKey {
    address owner;
    uint256 salt;
    Asset[] sellAssets;
    Asset buyAsset;
}

/// @notice A series of boxes of `opening` prizes each: `assetAmounts[i]` copies of kind i, whose metadata is `uris[i]`.
/// `buying` is the price of all boxes together; times are unix seconds. With `repeat` a box may hold a kind twice.
struct BoxOrder {
    BoxKey key;
    uint256 opening;
    bool repeat;
    uint256 startTime;
    uint256 endTime;
    uint256 buying;
    uint256[] assetAmounts;
    uint256 sellerFee;
    string[] uris;
}

/// @notice A registered series.
struct Box {
    address owner;
    uint40 startTime;
    uint40 endTime;
    uint8 opening;
    bool repeat;
    /// Boxes of the series.
    uint32 boxes;
    /// Boxes that no request asked for yet.
    uint32 left;
    /// Boxes asked for and not drawn.
    uint32 pending;
    /// Number of the next request.
    uint32 next;
    /// Number of the oldest request that waits, `next` where none does.
    uint32 head;
    /// Requests below it have a pre-image.
    uint32 chainEnd;
    uint16 sellerFee;
    uint8 kinds;
    uint8 moneyType;
    /// A reveal was missed: no request is taken until the owner commits to a new chain.
    bool isStopped;
    /// What the next pre-image hashes to.
    bytes32 anchor;
    address money;
    /// Of one box.
    uint96 price;
    /// What lies here for missed reveals, that of pending boxes included.
    uint128 bond;
    /// What a missed reveal costs per box.
    uint128 bondEach;
    uint256 salt;
    uint256 moneyId;
}

/// @notice Boxes that `buyer` waits for, asked for in `blockNumber` at `time`; `fee` is the buyer fee paid, in bps.
struct Request {
    address buyer;
    uint8 boxes;
    uint40 blockNumber;
    uint32 time;
    uint16 fee;
}
