// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Copies left of each kind, 16 to a word.
library Stocks {
    uint256 private constant PER_WORD = 16;

    function read(mapping(uint256 word => uint256) storage stock, uint256 kinds) internal view returns (uint256[] memory left) {
        left = new uint256[](kinds);
        uint256 word;
        for (uint256 kind; kind < kinds; ++kind) {
            if (kind % PER_WORD == 0) word = stock[kind / PER_WORD];
            left[kind] = uint16(word);
            word >>= 16;
        }
    }

    /// @dev Words that stay as they are cost little (EIP-2200).
    function write(mapping(uint256 word => uint256) storage stock, uint256[] memory left) internal {
        for (uint256 first; first < left.length; first += PER_WORD) {
            uint256 word;
            for (uint256 kind = first; kind < left.length && kind < first + PER_WORD; ++kind) {
                word |= left[kind] << (16 * (kind - first));
            }
            stock[first / PER_WORD] = word;
        }
    }

    /// @return count of `kind` that was left
    function empty(mapping(uint256 word => uint256) storage stock, uint256 kind) internal returns (uint256 count) {
        uint256 word = stock[kind / PER_WORD];
        uint256 shift = 16 * (kind % PER_WORD);
        count = uint16(word >> shift);
        stock[kind / PER_WORD] = word - (count << shift);
    }
}
