// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Orders} from "../exchange/Orders.sol";
import {AuctionOrder, Bid} from "./AuctionTypes.sol";

/// @notice Hashes of auctions and of what is signed about them. The same: `packages/protocol`, `vectors/auctions.json`.
library Auctions {
    using Orders for uint256;

    bytes32 internal constant AUCTION_TYPEHASH = keccak256(
        "Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
    );
    /// @dev The whole auction stands in it, so that the bidder's wallet shows what the bid is for.
    bytes32 internal constant BID_TYPEHASH = keccak256(
        "Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)Asset(address token,uint256 tokenId,uint8 assetType)Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)"
    );
    bytes32 internal constant SETTLEMENT_TYPEHASH = keccak256(
        "Settlement(bytes32 auction,uint256 buying,address buyer,address[] recipients,uint256 buyerFee,uint256 feeEpoch)"
    );
    /// @dev Any account may send this settlement: it names the least that the owner receives.
    bytes32 internal constant OPEN_SETTLEMENT_TYPEHASH = keccak256(
        "OpenSettlement(Settlement settlement,uint256 leastProceeds)Settlement(bytes32 auction,uint256 buying,address buyer,address[] recipients,uint256 buyerFee,uint256 feeEpoch)"
    );

    bytes32 internal constant EXTENDED_AUCTION_TYPEHASH = keccak256(
        "ExtendedAuction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee,uint256 extension,uint256 buyNow)Asset(address token,uint256 tokenId,uint8 assetType)"
    );
    bytes32 internal constant EXTENDED_BID_TYPEHASH = keccak256(
        "Bid(ExtendedAuction auction,address bidder,uint256 buying,uint256 buyerFee)Asset(address token,uint256 tokenId,uint8 assetType)ExtendedAuction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee,uint256 extension,uint256 buyNow)"
    );

    /// @dev What a bidder signs that ended everything before: its bid, and its epoch since.
    bytes32 internal constant EPOCH_BID_TYPEHASH = keccak256(
        "EpochBid(Bid bid,uint256 epoch)Asset(address token,uint256 tokenId,uint8 assetType)Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)"
    );
    bytes32 internal constant EXTENDED_EPOCH_BID_TYPEHASH = keccak256(
        "EpochBid(Bid bid,uint256 epoch)Asset(address token,uint256 tokenId,uint8 assetType)Bid(ExtendedAuction auction,address bidder,uint256 buying,uint256 buyerFee)ExtendedAuction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee,uint256 extension,uint256 buyNow)"
    );

    /// @dev The words are hashed as they came: each is checked where it is used.
    function hash(AuctionOrder calldata order) internal pure returns (bytes32 structHash) {
        bool isExtended = !isPlain(order);
        bytes32 typeHash = isExtended ? EXTENDED_AUCTION_TYPEHASH : AUCTION_TYPEHASH;
        uint256 start = order.key.salt.validFrom();
        bytes32 sold = Orders.hashAsset(order.key.sellAsset);
        bytes32 bought = Orders.hashAsset(order.key.buyAsset);
        uint256 more = extension(order);
        uint256 most = buyNow(order);
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, typeHash)
            // Owner and salt.
            calldatacopy(add(data, 0x20), order, 0x40)
            mstore(add(data, 0x60), start)
            mstore(add(data, 0x80), sold)
            mstore(add(data, 0xa0), bought)
            // Selling, buying, endTime, expiredTime, encourage and sellerFee.
            calldatacopy(add(data, 0xc0), add(order, 0x100), 0xc0)
            mstore(add(data, 0x180), more)
            mstore(add(data, 0x1a0), most)
            structHash := keccak256(data, add(0x180, mul(isExtended, 0x40)))
        }
    }

    /// @param epoch the bidder's; zero where it never ended everything
    function hashBid(AuctionOrder calldata order, bytes32 auction, Bid memory bid, uint256 epoch) internal pure returns (bytes32) {
        bytes32 typeHash = isPlain(order) ? BID_TYPEHASH : EXTENDED_BID_TYPEHASH;
        bytes32 signed = keccak256(abi.encode(typeHash, auction, bid.bidder, bid.total, bid.buyerFee));
        if (epoch == 0) return signed;
        return keccak256(abi.encode(isPlain(order) ? EPOCH_BID_TYPEHASH : EXTENDED_EPOCH_BID_TYPEHASH, signed, epoch));
    }

    /// @dev Neither extended nor with a buy-now total.
    function isPlain(AuctionOrder calldata order) internal pure returns (bool) {
        return order.key.salt.terms() == 0;
    }

    /// @dev By how many seconds after itself a late bid moves the end: 0, 300, 600 or 900.
    function extension(AuctionOrder calldata order) internal pure returns (uint256) {
        return (order.key.salt.terms() >> 88) * 60;
    }

    /// @dev The total that takes the lot before the end; zero for none.
    function buyNow(AuctionOrder calldata order) internal pure returns (uint256) {
        return uint88(order.key.salt.terms());
    }

    function hashSettlement(bytes32 auction, Bid memory bid, address[] calldata recipients, uint256 feeEpoch)
        internal
        pure
        returns (bytes32)
    {
        bytes32 list = keccak256(abi.encodePacked(recipients));
        return keccak256(abi.encode(SETTLEMENT_TYPEHASH, auction, bid.total, bid.bidder, list, bid.buyerFee, feeEpoch));
    }

    /// @param settlement the struct hash of the same settlement for the parties alone
    function hashOpenSettlement(bytes32 settlement, uint256 leastProceeds) internal pure returns (bytes32) {
        return keccak256(abi.encode(OPEN_SETTLEMENT_TYPEHASH, settlement, leastProceeds));
    }
}
