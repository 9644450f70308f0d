// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @dev What shares a slot with the owner, which a mint in a user's collection reads anyway: 20 bytes of owner, 5 of count,
/// 4 of owners, 3 of flags. So even the first mint opens no slot for the count. Declared here and not in BaseCollection, because the
/// variables of ERC721 come between the two.
abstract contract OwnerSlot is Ownable {
    /// @dev Items that exist now. ERC1155 counts by id instead and leaves it zero.
    uint40 internal _totalSupply;
    /// @dev How many owners there have been, the present one included.
    uint32 internal _owners;
    /// @dev Whether storage holds the text; a clone reads it from its own code until then.
    bool internal _isPrefixSet;
    bool internal _isContractURISet;
    /// @dev Never cleared.
    bool internal _isPrefixFrozen;

    function _transferOwnership(address newOwner) internal virtual override {
        ++_owners;
        super._transferOwnership(newOwner);
    }
}
