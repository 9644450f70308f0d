// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {Collection1155} from "./Collection1155.sol";
import {Collection721} from "./Collection721.sol";
import {ICollectionClone} from "./ICollection.sol";
import {ICollectionFactory} from "./ICollectionFactory.sol";

/// @notice See ICollectionFactory.
contract CollectionFactory is ICollectionFactory {
    uint256 private constant LONGEST = 255;
    /// @dev What clients of the documented form write where a collection has no text.
    bytes32 private constant NO_TEXT = keccak256("ipfs:/");

    /// @inheritdoc ICollectionFactory
    address public immutable implementation721;
    /// @inheritdoc ICollectionFactory
    address public immutable implementation1155;

    /// @dev The implementations are owned by this contract, which never mints, and have a signer without a key.
    constructor() {
        implementation721 = address(new Collection721("Plinth Collection", "PLINTH", address(this), "", ""));
        implementation1155 = address(new Collection1155("Plinth Collection", "PLINTH", address(this), "", ""));
    }

    /// @inheritdoc ICollectionFactory
    function create721(
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external returns (address) {
        return _create(implementation721, _args(msg.sender, name, symbol, signer, contractURI, tokenURIPrefix), salt);
    }

    /// @inheritdoc ICollectionFactory
    function create1155(
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external returns (address) {
        return _create(implementation1155, _args(msg.sender, name, symbol, signer, contractURI, tokenURIPrefix), salt);
    }

    /// @inheritdoc ICollectionFactory
    function predict721(
        address creator,
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external view returns (address) {
        return _predict(implementation721, creator, _args(creator, name, symbol, signer, contractURI, tokenURIPrefix), salt);
    }

    /// @inheritdoc ICollectionFactory
    function predict1155(
        address creator,
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external view returns (address) {
        return _predict(implementation1155, creator, _args(creator, name, symbol, signer, contractURI, tokenURIPrefix), salt);
    }

    function _create(address implementation, bytes memory args, bytes32 salt) private returns (address collection) {
        collection = Clones.cloneDeterministicWithImmutableArgs(implementation, args, _salt(msg.sender, salt));
        emit CollectionCreated(collection);
        ICollectionClone(collection).announce();
    }

    function _predict(address implementation, address creator, bytes memory args, bytes32 salt) private view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, args, _salt(creator, salt));
    }

    function _args(
        address creator,
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix
    ) private pure returns (bytes memory) {
        if (signer == address(0)) revert CollectionFactorySignerZero();
        _checkText(name);
        _checkText(symbol);
        _checkText(contractURI);
        bool isNone = keccak256(bytes(contractURI)) == NO_TEXT;
        return CloneArgs.pack(creator, signer, name, symbol, isNone ? "" : contractURI, tokenURIPrefix);
    }

    function _checkText(string calldata text) private pure {
        if (bytes(text).length > LONGEST) revert CollectionFactoryTextTooLong(bytes(text).length);
    }

    function _salt(address creator, bytes32 salt) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, creator, salt));
    }
}
