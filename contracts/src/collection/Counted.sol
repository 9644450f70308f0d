// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @dev The count has to follow the owner directly: 20 and 8 bytes of one slot, which a mint in a user's collection reads
/// anyway, so that even the first mint opens no slot for the count. BaseCollection's flags fill the rest of it.
abstract contract Counted is Ownable {
    /// @dev Items that exist now. ERC1155 counts by id instead and leaves it zero.
    uint64 internal _totalSupply;
}
