// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {Collection721} from "./Collection721.sol";
import {ICollectionFactory} from "./ICollectionFactory.sol";

/// @notice See ICollectionFactory.
contract CollectionFactory is ICollectionFactory {
    uint256 private constant LONGEST = 255;

    /// @inheritdoc ICollectionFactory
    address public immutable implementation721;

    /// @dev The implementation is owned by this contract, which never mints, and signed for by nobody with a key.
    constructor() {
        implementation721 = address(new Collection721("Plinth Collection", "PLINTH", address(this), "", ""));
    }

    /// @inheritdoc ICollectionFactory
    function create721(
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external returns (address collection) {
        bytes memory args = _args(msg.sender, name, symbol, signer, contractURI, tokenURIPrefix);
        collection = Clones.cloneDeterministicWithImmutableArgs(implementation721, args, _salt(msg.sender, salt));
        emit CollectionCreated(collection);
        Collection721(collection).announce();
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
        bytes memory args = _args(creator, name, symbol, signer, contractURI, tokenURIPrefix);
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation721, args, _salt(creator, salt));
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
        return CloneArgs.pack(creator, signer, name, symbol, contractURI, tokenURIPrefix);
    }

    function _checkText(string calldata text) private pure {
        if (bytes(text).length > LONGEST) revert CollectionFactoryTextTooLong(bytes(text).length);
    }

    function _salt(address creator, bytes32 salt) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, creator, salt));
    }
}
