// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {BaseCollection721} from "./BaseCollection721.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {ICollectionClone} from "./ICollection721.sol";

/// @notice A user's collection: only its owner mints. Deployed alone, it keeps its texts in storage; as a clone of the
/// factory it reads them from its own code.
contract Collection721 is BaseCollection721, ICollectionClone {
    using CloneArgs for bytes;

    address private immutable _self;
    /// @dev The factory, where a factory deployed the implementation.
    address private immutable _deployer;

    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_
    ) BaseCollection721(name_, symbol_, signer, contractURI_, tokenURIPrefix_, msg.sender) {
        _self = address(this);
        _deployer = msg.sender;
    }

    /// @inheritdoc ICollectionClone
    function announce() external {
        if (!_isClone() || msg.sender != _deployer) revert CollectionCallerNotFactory(msg.sender);
        bytes memory args = _args();
        address creator = args.owner();
        _transferOwnership(creator);
        emit SignerAdded(args.signer());
        emit CreateERC721(creator, args.signer(), args.name(), args.symbol());
    }

    function name() public view override returns (string memory) {
        return _isClone() ? _args().name() : super.name();
    }

    function symbol() public view override returns (string memory) {
        return _isClone() ? _args().symbol() : super.symbol();
    }

    function isSigner(address account) public view override returns (bool) {
        if (super.isSigner(account)) return true;
        return account != address(0) && _isClone() && _isRoleless(account) && account == _args().signer();
    }

    function contractURI() public view override returns (string memory) {
        return _isContractURISet ? super.contractURI() : _args().contractURI();
    }

    function tokenURIPrefix() public view override returns (string memory) {
        return _isPrefixSet ? super.tokenURIPrefix() : _args().tokenURIPrefix();
    }

    function _checkMinter(address) internal view override {
        _checkOwner();
    }

    function _isClone() private view returns (bool) {
        return address(this) != _self;
    }

    function _args() private view returns (bytes memory) {
        return Clones.fetchCloneArgs(address(this));
    }
}
