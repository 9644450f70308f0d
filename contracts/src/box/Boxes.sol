// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Asset} from "../exchange/OrderTypes.sol";
import {Orders} from "../exchange/Orders.sol";
import {BoxOrder} from "./BoxTypes.sol";

/// @notice Hashes of boxes. The same: `packages/protocol`, `vectors/boxes.json`.
library Boxes {
    bytes32 internal constant BOX_TYPEHASH = keccak256(
        "BlindBox(address owner,uint256 salt,Asset[] sellAssets,Asset buyAsset,uint256 opening,bool repeat,uint256 startTime,uint256 endTime,uint256 buying,uint256[] assetAmounts,uint256 sellerFee,string[] uris)Asset(address token,uint256 tokenId,uint8 assetType)"
    );

    /// @notice hashStruct(BlindBox).
    function hash(BoxOrder calldata order) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                BOX_TYPEHASH,
                order.key.owner,
                order.key.salt,
                _hashAssets(order.key.sellAssets),
                _hashAsset(order.key.buyAsset),
                order.opening,
                order.repeat,
                order.startTime,
                order.endTime,
                order.buying,
                keccak256(abi.encodePacked(order.assetAmounts)),
                order.sellerFee,
                _hashTexts(order.uris)
            )
        );
    }

    function _hashAssets(Asset[] calldata assets) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](assets.length);
        for (uint256 i; i < hashes.length; ++i) {
            hashes[i] = _hashAsset(assets[i]);
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashTexts(string[] calldata texts) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](texts.length);
        for (uint256 i; i < hashes.length; ++i) {
            hashes[i] = keccak256(bytes(texts[i]));
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashAsset(Asset calldata asset) private pure returns (bytes32) {
        return keccak256(abi.encode(Orders.ASSET_TYPEHASH, asset.token, asset.tokenId, asset.assetType));
    }
}
