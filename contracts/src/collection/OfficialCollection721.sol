// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {BaseCollection721} from "./BaseCollection721.sol";
import {KeptOwner} from "./KeptOwner.sol";
import {OfficialCollection} from "./OfficialCollection.sol";
import {OwnerSlot} from "./OwnerSlot.sol";

/// @notice The platform's own ERC721 collection, see OfficialCollection. Its next owner accepts, and there always is one.
contract OfficialCollection721 is BaseCollection721, OfficialCollection, KeptOwner {
    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) BaseCollection721(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {}

    /// @inheritdoc KeptOwner
    function renounceOwnership() public pure override(Ownable, KeptOwner) {
        KeptOwner.renounceOwnership();
    }

    /// @inheritdoc Ownable2Step
    function transferOwnership(address newOwner) public override(Ownable, Ownable2Step) {
        super.transferOwnership(newOwner);
    }

    function _transferOwnership(address newOwner) internal override(OwnerSlot, Ownable2Step) {
        super._transferOwnership(newOwner);
    }
}
