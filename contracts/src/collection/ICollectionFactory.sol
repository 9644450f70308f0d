// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Makes users' collections as small clones. The address depends on chain, creator, salt and texts, so no two
/// chains and no two users share one.
interface ICollectionFactory {
    /// @notice `collection` is a clone made here. Its code and its own Create event do not prove that: an account that
    /// deploys the same code by other means can write its storage and log for it first.
    event CollectionCreated(address indexed collection);

    error CollectionFactorySignerZero();
    /// @notice A name, symbol or contract URI of more than 255 bytes.
    error CollectionFactoryTextTooLong(uint256 length);

    /// @notice Makes an ERC721 collection that the caller owns.
    /// @param signer whose vouchers let the owner mint: the platform's mint signer
    /// @param salt another one for another collection with the same texts
    function create721(
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external returns (address collection);

    /// @notice Where `create721` of `creator` puts the collection.
    function predict721(
        address creator,
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external view returns (address collection);

    /// @notice Makes an ERC1155 collection that the caller owns.
    /// @param signer whose vouchers let the owner mint: the platform's mint signer
    /// @param salt another one for another collection with the same texts
    function create1155(
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external returns (address collection);

    /// @notice Where `create1155` of `creator` puts the collection.
    function predict1155(
        address creator,
        string calldata name,
        string calldata symbol,
        address signer,
        string calldata contractURI,
        string calldata tokenURIPrefix,
        bytes32 salt
    ) external view returns (address collection);

    /// @notice The code that all ERC721 clones run.
    function implementation721() external view returns (address);

    /// @notice The code that all ERC1155 clones run.
    function implementation1155() external view returns (address);
}
