// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, MintItem, MintMany, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";

/// @notice EIP-712 struct hashes of what signers of a collection sign.
library MintHashes {
    bytes32 private constant MINT_TYPEHASH = keccak256("Mint(uint256 tokenId,address minter)");
    bytes32 private constant YIELD_MINT_TYPEHASH =
        keccak256("YieldMint(uint256 tokenId,uint256 value,address token,uint8 assetType,address minter)");
    bytes32 private constant FEE_TYPEHASH = keccak256("Fee(address recipient,uint256 value)");
    bytes32 private constant SETTLEMENT_MINT_TYPEHASH = keccak256(
        "SettlementMint(address exchange,uint256 tokenId,address creator,Fee[] fees,string uri,uint256 supply,uint256 deadline)Fee(address recipient,uint256 value)"
    );
    bytes32 private constant MINT_ITEM_TYPEHASH =
        keccak256("MintItem(uint256 tokenId,string uri,uint256 supply,Fee[] fees)Fee(address recipient,uint256 value)");
    bytes32 private constant MINT_MANY_TYPEHASH = keccak256(
        "MintMany(MintItem[] items,address minter,uint256 deadline)Fee(address recipient,uint256 value)MintItem(uint256 tokenId,string uri,uint256 supply,Fee[] fees)"
    );

    function hashMint(uint256 tokenId, address minter) internal pure returns (bytes32) {
        return keccak256(abi.encode(MINT_TYPEHASH, tokenId, minter));
    }

    function hashYieldMint(MintOrder calldata order, address minter) internal pure returns (bytes32) {
        return keccak256(abi.encode(YIELD_MINT_TYPEHASH, order.tokenId, order.value, order.token, order.assetType, minter));
    }

    function hashSettlementMint(address exchange, uint256 tokenId, address creator, SettlementVoucher calldata voucher)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                SETTLEMENT_MINT_TYPEHASH,
                exchange,
                tokenId,
                creator,
                _hashFees(voucher.fees),
                keccak256(bytes(voucher.uri)),
                voucher.supply,
                voucher.deadline
            )
        );
    }

    function hashMintMany(MintMany calldata voucher, address minter) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](voucher.items.length);
        for (uint256 i; i < hashes.length; ++i) {
            MintItem calldata item = voucher.items[i];
            hashes[i] = keccak256(
                abi.encode(MINT_ITEM_TYPEHASH, item.tokenId, keccak256(bytes(item.uri)), item.supply, _hashFees(item.fees))
            );
        }
        return keccak256(abi.encode(MINT_MANY_TYPEHASH, keccak256(abi.encodePacked(hashes)), minter, voucher.deadline));
    }

    function _hashFees(Fee[] calldata fees) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](fees.length);
        for (uint256 i; i < hashes.length; ++i) {
            hashes[i] = keccak256(abi.encode(FEE_TYPEHASH, fees[i].recipient, fees[i].value));
        }
        return keccak256(abi.encodePacked(hashes));
    }
}
