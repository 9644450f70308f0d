// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../exchange/OrderTypes.sol";
import {Fee, MintMany, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";
import {ISettlementMint} from "./ISettlementMint.sol";

/// @notice What collections of both standards share: items minted with a voucher of one of the collection's signers,
/// royalties by ERC-2981 and by getFeeRecipients/getFeeBps, ERC-7572 events.
interface ICollection is ISettlementMint {
    /// @notice The royalties an item was minted with.
    event SecondarySaleFees(uint256 tokenId, address[] recipients, uint256[] bps);
    /// @notice In a user's collection it counts until the ownership moves: `OwnershipTransferred` ends every signer, with no event
    /// for each. In an official one it counts until it is removed.
    event SignerAdded(address indexed account);
    event SignerRemoved(address indexed account);
    /// @notice ERC-7572.
    event ContractURIUpdated();
    /// @notice Every token URI begins with `prefix` from now on: no owner can change it any more.
    event TokenURIPrefixFrozen(string prefix);

    /// @notice The one contract that mints without a voucher; zero for none. In a user's collection it counts until the ownership
    /// moves: `OwnershipTransferred` ends it, with no event of its own.
    event MinterChanged(address indexed minter);

    /// @notice The id was minted before, burnt since or not.
    error CollectionTokenAlreadyMinted(uint256 tokenId);
    error CollectionUriEmpty();
    error CollectionFeeRecipientZero(uint256 index);
    error CollectionFeeZero(uint256 index);
    error CollectionFeesAboveCap(uint256 bps, uint256 cap);
    error CollectionFeesTooMany(uint256 count, uint256 most);
    /// @notice No signer of this collection lets `minter` mint `tokenId` here; of a voucher for many, the first of its items.
    error CollectionVoucherInvalid(uint256 tokenId, address minter);
    /// @notice Permanent.
    error CollectionVoucherExpired(uint256 deadline);
    /// @notice A voucher for many with nothing in it.
    error CollectionItemsNone();
    error CollectionItemsTooMany(uint256 count, uint256 most);
    /// @notice Only the contract that the owner allowed mints without a voucher.
    error CollectionCallerNotMinter(address caller);
    /// @notice An account without code mints with vouchers.
    error CollectionMinterNotContract(address account);
    /// @notice No supply of this standard: one of an ERC721, at least one of an ERC1155.
    error CollectionSupplyInvalid(uint256 tokenId, uint256 supply);
    /// @notice A settlement delivers 1 of an ERC721, and 1 up to the whole supply of an ERC1155.
    error CollectionAmountInvalid(uint256 tokenId, uint256 amount);
    /// @notice Permanent.
    error CollectionTokenURIPrefixFrozen();
    /// @notice A mint order for another collection or item type.
    error CollectionMintOrderForeign(address token, uint8 assetType);
    error CollectionApprovalToCaller(address caller);
    error CollectionSignerExists(address account);
    error CollectionSignerMissing(address account);
    error CollectionSignerZero();

    /// @notice Lets `account` sign vouchers, in a user's collection as long as the caller owns it. Owner only.
    function addSigner(address account) external;

    /// @notice Ends that, also for vouchers already given. Owner only.
    function removeSigner(address account) external;

    /// @notice Ends the caller's own signing.
    function renounceSigner() external;

    /// @notice Changes the beginning of every token URI. Owner only, and only until the prefix is frozen.
    function setTokenURIPrefix(string calldata prefix) external;

    /// @notice Keeps the prefix as it is for good, and with it every token URI. Owner only, once.
    function freezeTokenURIPrefix() external;

    /// @notice Owner only.
    function setContractURI(string calldata uri) external;

    /// @notice Lets the contract `minter` mint to any account without a voucher, in place of the one allowed before, in a user's
    /// collection as long as the caller owns it; zero allows none. Code is all that is asked of it, so a key that delegates by EIP-7702 counts.
    /// Owner only.
    function setMinter(address minter) external;

    /// @notice The contract that mints without a voucher; zero for none.
    function minter() external view returns (address);

    function isSigner(address account) external view returns (bool);

    /// @notice Metadata of the collection.
    function contractURI() external view returns (string memory);

    /// @notice What every token URI begins with.
    function tokenURIPrefix() external view returns (string memory);

    /// @notice Whether no owner can change `tokenURIPrefix` any more.
    function isTokenURIPrefixFrozen() external view returns (bool);

    /// @notice The `index`-th royalty entry of an item; it reverts beyond the last.
    function fees(uint256 tokenId, uint256 index) external view returns (address recipient, uint256 value);

    /// @notice Who receives royalties of an item.
    function getFeeRecipients(uint256 tokenId) external view returns (address[] memory);

    /// @notice How much, in bps, in the order of `getFeeRecipients`.
    function getFeeBps(uint256 tokenId) external view returns (uint256[] memory);

    /// @notice Mints to the caller what `order` says, like `mint` of the collection's standard: document B's yield type.
    /// @param signature EIP-712 `YieldMint(uint256 tokenId,uint256 value,address token,uint8 assetType,address minter)` by a signer
    /// @param tokenURI what follows `tokenURIPrefix`
    function yieldMint(MintOrder calldata order, Sig calldata signature, Fee[] calldata fees, string calldata tokenURI) external;

    /// @notice Mints all that `voucher` names to the caller, 1 to 50 items, or nothing. In a user's collection its owner only; in
    /// an official one any caller. Each id is minted once, so a voucher counts once.
    /// @param signature EIP-712 `MintMany(MintItem[] items,address minter,uint256 deadline)Fee(address recipient,uint256
    /// value)MintItem(uint256 tokenId,string uri,uint256 supply,Fee[] fees)`, on one line, by a signer
    function mintMany(MintMany calldata voucher, Sig calldata signature) external;

    /// @notice The EIP-712 digest of the voucher that lets `minter` mint `tokenId` here.
    function mintDigest(uint256 tokenId, address minter) external view returns (bytes32);

    /// @notice The EIP-712 digest of the signature that lets `minter` mint what `voucher` names.
    function mintManyDigest(MintMany calldata voucher, address minter) external view returns (bytes32);

    /// @notice The EIP-712 digest of the signature that lets `minter` mint `order`.
    function yieldMintDigest(MintOrder calldata order, address minter) external view returns (bytes32);

    /// @notice The EIP-712 digest of the voucher that lets `exchange` mint `tokenId` for `creator` here:
    /// `SettlementMint(address exchange,uint256 tokenId,address creator,Fee[] fees,string uri,uint256 supply,uint256
    /// deadline)Fee(address recipient,uint256 value)`, on one line. The signature in `voucher` is not read.
    function settlementMintDigest(address exchange, uint256 tokenId, address creator, SettlementVoucher calldata voucher)
        external
        view
        returns (bytes32);
}

/// @notice What only a clone has.
interface ICollectionClone {
    error CollectionCallerNotFactory(address caller);

    /// @notice Takes owner and signer from the clone's own code and logs its beginning. Called by the factory, once.
    function announce() external;
}
