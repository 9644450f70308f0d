// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {BaseCollection} from "./BaseCollection.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {ICollectionClone} from "./ICollection.sol";

/// @notice A user's collection of either standard: only its owner mints. Deployed alone, it keeps its texts in storage; as
/// a clone of the factory it reads them from its own code.
abstract contract UserCollection is BaseCollection, ICollectionClone {
    using CloneArgs for bytes;

    address private immutable _self = address(this);
    /// @dev The factory, where a factory deployed the implementation.
    address private immutable _deployer = msg.sender;

    /// @inheritdoc ICollectionClone
    function announce() external {
        bytes memory args = _args();
        if (args.length == 0 || msg.sender != _deployer) revert CollectionCallerNotFactory(msg.sender);
        address creator = args.owner();
        _transferOwnership(creator);
        emit SignerAdded(args.signer());
        _logCreation(creator, args.signer(), args.name(), args.symbol());
    }

    /// @dev Signers and the minter end with the ownership: they mint without a call of the owner.
    function _term() internal view override returns (uint256) {
        return _owners;
    }

    function _args() internal view override returns (bytes memory args) {
        if (address(this) != _self) args = Clones.fetchCloneArgs(address(this));
    }

    function _checkMinter(address account) internal view override {
        if (account != owner()) revert OwnableUnauthorizedAccount(account);
    }
}
