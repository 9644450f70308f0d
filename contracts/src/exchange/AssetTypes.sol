// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The numbers of `Asset.assetType`.
library AssetTypes {
    uint8 internal constant COIN = 0;
    uint8 internal constant ERC20 = 1;
    uint8 internal constant ERC1155 = 2;
    uint8 internal constant ERC721 = 3;
    uint8 internal constant ERC721_OLD = 4;
    uint8 internal constant MINTED = 5;

    function isItem(uint8 assetType) internal pure returns (bool) {
        return assetType > ERC20;
    }

    function isSingle(uint8 assetType) internal pure returns (bool) {
        return assetType == ERC721 || assetType == ERC721_OLD;
    }
}
