// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What is left of an account's sequence numbers once it ended everything. Numbers below 1,024 are closed by their four
/// words; a higher one counts only where its bits 63-24 are the account's epoch, which cannot be known before. An account that
/// never ended everything is in epoch zero, where every number counts.
library Epochs {
    /// @dev Of 256 numbers each.
    uint256 private constant WORDS = 4;
    uint256 internal constant NUMBERS = WORDS * 256;
    uint256 private constant COUNTER_BITS = 24;
    /// @dev There are as many epochs, from 1 on.
    uint256 private constant EPOCHS = type(uint40).max;

    /// @dev A number below 1,024 reads no slot here, so that its order is filled as cheaply as ever.
    function isOver(mapping(address owner => uint256) storage epochs, address owner, uint256 number)
        internal
        view
        returns (bool)
    {
        if (number < NUMBERS) return false;
        uint256 epoch = epochs[owner];
        return epoch != 0 && number >> COUNTER_BITS != epoch;
    }

    /// @dev Closes what was allotted, and what was not, up to now.
    function end(
        mapping(address owner => uint256) storage epochs,
        mapping(uint256 word => uint256) storage spent,
        address owner,
        uint256 epoch
    ) internal {
        epochs[owner] = epoch;
        for (uint256 word; word < WORDS; ++word) {
            spent[word] = type(uint256).max;
        }
    }

    /// @dev Neither zero nor `last`. It follows from the block before, so that no signature given until then names it.
    function next(address owner, uint256 last) internal view returns (uint256) {
        uint256 random = uint256(keccak256(abi.encode(owner, last, block.prevrandao, blockhash(block.number - 1))));
        return (last + random % (EPOCHS - 1)) % EPOCHS + 1;
    }
}
