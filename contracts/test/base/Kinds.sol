// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset, Order} from "../../src/exchange/OrderTypes.sol";

/// @notice Struct hashes of the kinds of orders, written out from their type strings.
library Kinds {
    /// hashStruct(CriteriaBid), as the fee signer names it.
    function hashOf(Order memory order) internal pure returns (bytes32) {
        bytes32 assets = keccak256("Asset(address token,uint256 tokenId,uint8 assetType)");
        Asset memory sold = order.key.sellAsset;
        Asset memory bought = order.key.buyAsset;
        bytes memory head = abi.encode(
            keccak256(
                "CriteriaBid(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,uint256 selling,address collection,uint8 assetType,bytes32 ids,uint256 units,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
            ),
            order.key.owner,
            order.key.salt,
            uint40(order.key.salt >> 176),
            order.key.salt >> 216,
            uint16(order.key.salt >> 160)
        );
        bytes32 paid = keccak256(abi.encode(assets, sold.token, sold.tokenId, sold.assetType));
        return keccak256(
            bytes.concat(
                head,
                abi.encode(paid, order.selling, bought.token, bought.assetType, bought.tokenId, order.buying, order.sellerFee)
            )
        );
    }
}
