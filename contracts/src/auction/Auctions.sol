// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset} from "../exchange/OrderTypes.sol";
import {Orders} from "../exchange/Orders.sol";
import {AuctionOrder, Bid} from "./AuctionTypes.sol";

/// @notice Hashes of auctions and of what is signed about them. The same: `packages/protocol`, `vectors/auctions.json`.
library Auctions {
    using Orders for uint256;

    bytes32 internal constant AUCTION_TYPEHASH = keccak256(
        "Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
    );
    /// @dev The whole auction stands in it, so that a bidder's wallet shows what he bids on.
    bytes32 internal constant BID_TYPEHASH = keccak256(
        "Bid(Auction auction,address bidder,uint256 buying,uint256 buyerFee)Asset(address token,uint256 tokenId,uint8 assetType)Auction(address owner,uint256 salt,uint256 startTime,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 endTime,uint256 expiredTime,uint256 encourage,uint256 sellerFee)"
    );
    bytes32 internal constant SETTLEMENT_TYPEHASH = keccak256(
        "Settlement(bytes32 auction,uint256 buying,address buyer,address[] recipients,uint256 buyerFee,uint256 feeEpoch)"
    );

    function hash(AuctionOrder calldata order) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                AUCTION_TYPEHASH,
                order.key.owner,
                order.key.salt,
                order.key.salt.validFrom(),
                _hash(order.key.sellAsset),
                _hash(order.key.buyAsset),
                order.selling,
                order.buying,
                order.endTime,
                order.expiredTime,
                order.encourage,
                order.sellerFee
            )
        );
    }

    function hashBid(bytes32 auction, Bid memory bid) internal pure returns (bytes32) {
        return keccak256(abi.encode(BID_TYPEHASH, auction, bid.bidder, bid.total, bid.buyerFee));
    }

    function hashSettlement(bytes32 auction, Bid memory bid, address[] calldata recipients, uint256 feeEpoch)
        internal
        pure
        returns (bytes32)
    {
        bytes32 list = keccak256(abi.encodePacked(recipients));
        return keccak256(abi.encode(SETTLEMENT_TYPEHASH, auction, bid.total, bid.bidder, list, bid.buyerFee, feeEpoch));
    }

    function _hash(Asset calldata asset) private pure returns (bytes32) {
        return keccak256(abi.encode(Orders.ASSET_TYPEHASH, asset.token, asset.tokenId, asset.assetType));
    }
}
