// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "./AssetTypes.sol";
import {IExchange} from "./IExchange.sol";
import {Asset, Order} from "./OrderTypes.sol";

/// @notice Hashes of orders and the parts of a salt. The same rules: `packages/protocol`, `vectors/orders.json`.
library Orders {
    using AssetTypes for uint8;

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

    /// @dev The words are hashed as they came: each is checked where it is used.
    function hash(Order calldata order) internal pure returns (bytes32 structHash) {
        uint256 salt = order.key.salt;
        bytes32 typeHash = ORDER_TYPEHASH;
        bytes32 sold = hashAsset(order.key.sellAsset);
        bytes32 bought = hashAsset(order.key.buyAsset);
        uint256 from = validFrom(salt);
        uint256 until = validUntil(salt);
        uint256 most = mostFee(salt);
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, typeHash)
            // Owner and salt.
            calldatacopy(add(data, 0x20), order, 0x40)
            mstore(add(data, 0x60), from)
            mstore(add(data, 0x80), until)
            mstore(add(data, 0xa0), most)
            mstore(add(data, 0xc0), sold)
            mstore(add(data, 0xe0), bought)
            // Selling, buying and sellerFee.
            calldatacopy(add(data, 0x100), add(order, 0x100), 0x60)
            structHash := keccak256(data, 0x160)
        }
    }

    /// @dev The struct hash of an order for one item. A private one is hashed for `taker`.
    function hashByTerms(Order calldata order, address taker) internal pure returns (bytes32) {
        uint256 kind = terms(order.key.salt);
        if (kind == PLAIN) return hash(order);
        if (kind == PRIVATE && order.key.sellAsset.assetType.isItem()) return hashPrivateSale(order, taker);
        revert IExchange.ExchangeTermsInvalid(kind);
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
                mostFee(salt),
                hashAsset(order.key.sellAsset),
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
                hashAsset(order.key.sellAsset),
                hashAsset(order.key.buyAsset),
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

    /// @dev In bps: of a bid the most buyer fee, of a sale the most royalty, where zero allows what the cap does.
    function mostFee(uint256 salt) internal pure returns (uint256) {
        return uint16(salt >> 160);
    }

    /// @dev Which kind of order it is; of an auction, its extension and its buy-now total.
    function terms(uint256 salt) internal pure returns (uint256) {
        return uint96(salt >> 64);
    }

    function number(uint256 salt) internal pure returns (uint256) {
        return uint64(salt);
    }

    function hashAsset(Asset calldata asset) internal pure returns (bytes32 structHash) {
        bytes32 typeHash = ASSET_TYPEHASH;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, typeHash)
            calldatacopy(add(data, 0x20), asset, 0x60)
            structHash := keccak256(data, 0x80)
        }
    }
}
