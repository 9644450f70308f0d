// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One royalty entry: `value` in basis points of 10,000.
struct Fee {
    address recipient;
    uint256 value;
}

/// @notice An ERC721 collection whose items are minted with a voucher of one of its signers. Royalties by ERC-2981 and
/// by getFeeRecipients/getFeeBps, ERC-4906 and ERC-7572 events, no enumeration.
interface ICollection721 {
    /// @notice The royalties an item was minted with.
    event SecondarySaleFees(uint256 tokenId, address[] recipients, uint256[] bps);
    /// @notice A collection began; logged by the collection itself.
    event CreateERC721(address indexed creator, address signer, string name, string symbol);
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
    error CollectionApprovalToOwner(address owner);
    error CollectionSignerExists(address account);
    error CollectionSignerMissing(address account);
    error CollectionSignerZero();

    /// @notice Mints `tokenId` to the caller. In a user's collection its owner only; in an official one anybody.
    /// @param v of the voucher, EIP-712 `Mint(uint256 tokenId,address minter)` by a signer, like `r` and `s`
    /// @param fees royalties, together at most 1,000 bps, at most 5 entries
    /// @param uri what follows `tokenURIPrefix`
    function mint(uint256 tokenId, uint8 v, bytes32 r, bytes32 s, Fee[] calldata fees, string calldata uri) external;

    /// @notice Burns an item, for its owner or whom he approved. The id is never minted again.
    function burn(uint256 tokenId) external;

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

    /// @notice Items that exist now.
    function totalSupply() external view returns (uint256);

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
