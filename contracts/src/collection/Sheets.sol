// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Sheets of 64 neighbouring ids. Items that one voucher mints are mostly alike, so what they have in common stands once
/// in a sheet, beside a mark for each id that it holds for.
library Sheets {
    uint256 private constant BITS = 6;

    function sheetOf(uint256 tokenId) internal pure returns (uint256) {
        return tokenId >> BITS;
    }

    function markOf(uint256 tokenId) internal pure returns (uint64) {
        return uint64(1) << uint64(tokenId & ((1 << BITS) - 1));
    }
}
