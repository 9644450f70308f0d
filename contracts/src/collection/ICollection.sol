// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One royalty entry: `value` in basis points of 10,000.
struct Fee {
    address recipient;
    uint256 value;
}

/// @notice What collections of both standards share: items minted with a voucher of one of the collection's signers,
/// royalties by ERC-2981 and by getFeeRecipients/getFeeBps, ERC-7572 events.
interface ICollection {
    /// @notice The royalties an item was minted with.
    event SecondarySaleFees(uint256 tokenId, address[] recipients, uint256[] bps);
    event SignerAdded(address indexed account);
    event SignerRemoved(address indexed account);
    /// @notice ERC-7572.
    event ContractURIUpdated();

    /// @notice The id was minted before, burnt since or not.
    error CollectionTokenAlreadyMinted(uint256 tokenId);
    error CollectionUriEmpty();
    error CollectionFeeRecipientZero(uint256 index);
    error CollectionFeeZero(uint256 index);
    error CollectionFeesAboveCap(uint256 bps, uint256 cap);
    error CollectionFeesTooMany(uint256 count, uint256 most);
    /// @notice No signer of this collection lets `minter` mint `tokenId` here.
    error CollectionVoucherInvalid(uint256 tokenId, address minter);
    error CollectionApprovalToCaller(address caller);
    error CollectionSignerExists(address account);
    error CollectionSignerMissing(address account);
    error CollectionSignerZero();

    /// @notice Lets `account` sign vouchers. Owner only.
    function addSigner(address account) external;

    /// @notice Ends that, also for vouchers already given. Owner only.
    function removeSigner(address account) external;

    /// @notice Ends the caller's own signing.
    function renounceSigner() external;

    /// @notice Owner only.
    function setTokenURIPrefix(string calldata prefix) external;

    /// @notice Owner only.
    function setContractURI(string calldata uri) external;

    function isSigner(address account) external view returns (bool);

    /// @notice Metadata of the collection.
    function contractURI() external view returns (string memory);

    /// @notice What every token URI begins with.
    function tokenURIPrefix() external view returns (string memory);

    /// @notice The `index`-th royalty entry of an item; it reverts beyond the last.
    function fees(uint256 tokenId, uint256 index) external view returns (address recipient, uint256 value);

    /// @notice Who receives royalties of an item.
    function getFeeRecipients(uint256 tokenId) external view returns (address[] memory);

    /// @notice How much, in bps, in the order of `getFeeRecipients`.
    function getFeeBps(uint256 tokenId) external view returns (uint256[] memory);

    /// @notice The EIP-712 digest of the voucher that lets `minter` mint `tokenId` here.
    function mintDigest(uint256 tokenId, address minter) external view returns (bytes32);
}

/// @notice What only a clone has.
interface ICollectionClone {
    error CollectionCallerNotFactory(address caller);

    /// @notice Takes owner and signer from the clone's own code and logs its beginning. Called by the factory, once.
    function announce() external;
}
