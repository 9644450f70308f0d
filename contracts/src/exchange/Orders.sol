// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset, Order} from "./OrderTypes.sol";

/// @notice Hashes of orders and the parts of a salt. The same rules: `packages/protocol`, `vectors/orders.json`.
library Orders {
    /// @dev What `terms` may say: an order for one item with any taker, a bid for any item of a set, a sale to one account.
    uint256 internal constant PLAIN = 0;
    uint256 internal constant CRITERIA = 1;
    uint256 internal constant PRIVATE = 2;

    bytes32 internal constant ASSET_TYPEHASH = keccak256("Asset(address token,uint256 tokenId,uint8 assetType)");
    bytes32 internal constant ORDER_TYPEHASH = keccak256(
        "Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
    );

    bytes32 internal constant CRITERIA_BID_TYPEHASH = keccak256(
        "CriteriaBid(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,uint256 selling,address collection,uint8 assetType,bytes32 ids,uint256 units,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
    );
    bytes32 internal constant PRIVATE_SALE_TYPEHASH = keccak256(
        "PrivateSale(address owner,address taker,uint256 salt,uint256 validFrom,uint256 validUntil,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
    );

    function hash(Order calldata order) internal pure returns (bytes32) {
        uint256 salt = order.key.salt;
        return keccak256(
            abi.encode(
                ORDER_TYPEHASH,
                order.key.owner,
                salt,
                validFrom(salt),
                validUntil(salt),
                maxBuyerFee(salt),
                _hash(order.key.sellAsset),
                _hash(order.key.buyAsset),
                order.selling,
                order.buying,
                order.sellerFee
            )
        );
    }

    /// @dev hashStruct(CriteriaBid): the bought asset names the collection, and its id the root of the ids.
    function hashCriteriaBid(Order calldata order) internal pure returns (bytes32) {
        uint256 salt = order.key.salt;
        Asset calldata item = order.key.buyAsset;
        return keccak256(
            abi.encode(
                CRITERIA_BID_TYPEHASH,
                order.key.owner,
                salt,
                validFrom(salt),
                validUntil(salt),
                maxBuyerFee(salt),
                _hash(order.key.sellAsset),
                order.selling,
                item.token,
                item.assetType,
                item.tokenId,
                order.buying,
                order.sellerFee
            )
        );
    }

    /// @dev hashStruct(PrivateSale) to `taker`.
    function hashPrivateSale(Order calldata order, address taker) internal pure returns (bytes32) {
        uint256 salt = order.key.salt;
        return keccak256(
            abi.encode(
                PRIVATE_SALE_TYPEHASH,
                order.key.owner,
                taker,
                salt,
                validFrom(salt),
                validUntil(salt),
                _hash(order.key.sellAsset),
                _hash(order.key.buyAsset),
                order.selling,
                order.buying,
                order.sellerFee
            )
        );
    }

    function validUntil(uint256 salt) internal pure returns (uint256) {
        return salt >> 216;
    }

    function validFrom(uint256 salt) internal pure returns (uint256) {
        return uint40(salt >> 176);
    }

    function maxBuyerFee(uint256 salt) internal pure returns (uint256) {
        return uint16(salt >> 160);
    }

    /// @dev Which kind of order it is; of an auction, its extension and its buy-now total.
    function terms(uint256 salt) internal pure returns (uint256) {
        return uint96(salt >> 64);
    }

    function number(uint256 salt) internal pure returns (uint256) {
        return uint64(salt);
    }

    function _hash(Asset calldata asset) private pure returns (bytes32) {
        return keccak256(abi.encode(ASSET_TYPEHASH, asset.token, asset.tokenId, asset.assetType));
    }
}
