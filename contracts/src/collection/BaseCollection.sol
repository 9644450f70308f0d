// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Sig} from "../exchange/OrderTypes.sol";
import {Cids} from "./Cids.sol";
import {CloneArgs} from "./CloneArgs.sol";
import {Fee, MintMany, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";
import {ICollection} from "./ICollection.sol";
import {MinterRole} from "./MinterRole.sol";
import {MintHashes} from "./MintHashes.sol";
import {Sheets} from "./Sheets.sol";

/// @notice See ICollection. What holds for both standards: signers, vouchers, URIs and royalties.
abstract contract BaseCollection is ICollection, EIP712, MinterRole, IERC2981 {
    using CloneArgs for bytes;

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_BPS = 1000;
    uint256 private constant MAX_FEES = 5;
    uint256 private constant MAX_ITEMS = 50;
    /// @dev Begins with the first owner.
    uint256 internal constant FIRST_TERM = 1;
    /// @dev In `_content`: the URI is in `_texts`.
    bytes32 private constant TEXT = bytes32(uint256(1));
    bytes4 private constant FEES_INTERFACE = 0xb7799584;
    bytes4 private constant CONTRACT_URI_INTERFACE = 0xe8a3d485;

    enum Role {
        None,
        Signer,
        Removed
    }

    /// @dev The first royalty entry, whether more follow, and the codec of the content: one slot.
    struct Terms {
        address recipient;
        uint16 bps;
        bool hasMore;
        bool isDag;
    }

    /// @dev The one royalty entry that ids of a sheet were minted with by vouchers for many; never changed while it has members.
    struct Royalty {
        address recipient;
        uint16 bps;
        uint64 members;
    }

    /// @dev The digest of a sha-256 CID, or TEXT; never cleared, so that no id comes twice.
    mapping(uint256 tokenId => bytes32) private _content;
    mapping(uint256 tokenId => string) private _texts;
    mapping(uint256 tokenId => Terms) private _terms;
    mapping(uint256 tokenId => Fee[]) private _moreFees;
    /// @dev Read where an item has no terms of its own, see Sheets.
    mapping(uint256 sheet => Royalty) private _royalties;
    /// @dev By term of signers, see `_term`.
    mapping(uint256 term => mapping(address account => Role)) private _roles;
    string private _prefix;
    string private _contractURI;

    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) EIP712("Plinth Collection", "1") Ownable(owner_) {
        _checkSigner(signer);
        _roles[_term()][signer] = Role.Signer;
        _contractURI = contractURI_;
        _prefix = tokenURIPrefix_;
        (_isContractURISet, _isPrefixSet) = (true, true);
        emit SignerAdded(signer);
        _logCreation(owner_, signer, name_, symbol_);
    }

    /// @inheritdoc ICollection
    function addSigner(address account) external onlyOwner {
        _checkSigner(account);
        if (isSigner(account)) revert CollectionSignerExists(account);
        _roles[_term()][account] = Role.Signer;
        emit SignerAdded(account);
    }

    /// @inheritdoc ICollection
    function removeSigner(address account) external onlyOwner {
        _removeSigner(account);
    }

    /// @inheritdoc ICollection
    function renounceSigner() external {
        _removeSigner(msg.sender);
    }

    /// @inheritdoc ICollection
    function setTokenURIPrefix(string calldata prefix) external onlyOwner {
        if (_isPrefixFrozen) revert CollectionTokenURIPrefixFrozen();
        _prefix = prefix;
        _isPrefixSet = true;
        _logAllURIsChanged();
    }

    /// @inheritdoc ICollection
    function freezeTokenURIPrefix() external onlyOwner {
        if (_isPrefixFrozen) revert CollectionTokenURIPrefixFrozen();
        _isPrefixFrozen = true;
        emit TokenURIPrefixFrozen(tokenURIPrefix());
    }

    /// @inheritdoc ICollection
    function setContractURI(string calldata uri) external onlyOwner {
        _contractURI = uri;
        _isContractURISet = true;
        emit ContractURIUpdated();
    }

    /// @inheritdoc ICollection
    function fees(uint256 tokenId, uint256 index) external view returns (address recipient, uint256 value) {
        Fee memory fee = _fees(tokenId)[index];
        return (fee.recipient, fee.value);
    }

    /// @inheritdoc ICollection
    function getFeeRecipients(uint256 tokenId) external view returns (address[] memory recipients) {
        (recipients,) = _split(_fees(tokenId));
    }

    /// @inheritdoc ICollection
    function getFeeBps(uint256 tokenId) external view returns (uint256[] memory bps) {
        (, bps) = _split(_fees(tokenId));
    }

    /// @notice ERC-2981 can name one recipient only: an item with several names none here, see `getFeeRecipients`.
    function royaltyInfo(uint256 tokenId, uint256 price) external view returns (address, uint256) {
        Terms memory terms = _termsOf(tokenId);
        if (terms.hasMore) return (address(0), 0);
        return (terms.recipient, (price * terms.bps) / BPS);
    }

    /// @inheritdoc ICollection
    function isTokenURIPrefixFrozen() external view returns (bool) {
        return _isPrefixFrozen;
    }

    /// @inheritdoc ICollection
    function contractURI() external view returns (string memory) {
        return _isContractURISet ? _contractURI : _args().contractURI();
    }

    /// @inheritdoc ICollection
    function isSigner(address account) public view returns (bool) {
        uint256 term = _term();
        Role role = _roles[term][account];
        if (role != Role.None) return role == Role.Signer;
        if (term != FIRST_TERM) return false;
        // The signer that a clone was made with has no role until it is removed.
        bytes memory args = _args();
        return args.length != 0 && account != address(0) && account == args.signer();
    }

    /// @inheritdoc ICollection
    function tokenURIPrefix() public view returns (string memory) {
        return _isPrefixSet ? _prefix : _args().tokenURIPrefix();
    }

    /// @inheritdoc ICollection
    function mintDigest(uint256 tokenId, address account) public view returns (bytes32) {
        return _hashTypedDataV4(MintHashes.hashMint(tokenId, account));
    }

    /// @inheritdoc ICollection
    function mintManyDigest(MintMany calldata voucher, address account) public view returns (bytes32) {
        return _hashTypedDataV4(MintHashes.hashMintMany(voucher, account));
    }

    /// @inheritdoc ICollection
    function yieldMintDigest(MintOrder calldata order, address account) public view returns (bytes32) {
        return _hashTypedDataV4(MintHashes.hashYieldMint(order, account));
    }

    /// @inheritdoc ICollection
    function settlementMintDigest(address exchange, uint256 tokenId, address creator, SettlementVoucher calldata voucher)
        public
        view
        returns (bytes32)
    {
        return _hashTypedDataV4(MintHashes.hashSettlementMint(exchange, tokenId, creator, voucher));
    }

    /// @dev Whether `account` may mint at all; the voucher comes on top.
    function _checkMinter(address account) internal view virtual;

    /// @dev What a clone was made with; nothing where a constructor ran.
    function _args() internal view virtual returns (bytes memory);

    /// @dev Logs the standard's own event of a collection's creation.
    function _logCreation(address creator, address signer, string memory name_, string memory symbol_) internal virtual;

    /// @dev Logs that every token URI changed, by ERC-4906's event for a range of ids.
    function _logAllURIsChanged() internal virtual;

    /// @dev All that can be wrong with a mint for `account`, in the order of the documented contracts.
    function _checkMint(uint256 tokenId, address account, bytes32 digest, Sig memory sig, Fee[] calldata list, string calldata uri)
        internal
        view
    {
        _checkMinter(account);
        _checkUri(uri);
        _checkSigned(tokenId, account, digest, sig);
        _checkNew(tokenId);
        _checkFees(list);
    }

    /// @dev What can be wrong with a voucher for many for any items; each of these is checked when it is minted.
    function _checkMintMany(MintMany calldata voucher, Sig calldata sig) internal view {
        uint256 count = voucher.items.length;
        if (count == 0) revert CollectionItemsNone();
        if (count > MAX_ITEMS) revert CollectionItemsTooMany(count, MAX_ITEMS);
        if (block.timestamp > voucher.deadline) revert CollectionVoucherExpired(voucher.deadline);
        _checkMinter(msg.sender);
        _checkSigned(voucher.items[0].tokenId, msg.sender, mintManyDigest(voucher, msg.sender), sig);
    }

    /// @dev What can be wrong with an item whose minter is allowed it.
    function _checkItem(uint256 tokenId, Fee[] calldata list, string calldata uri) internal view {
        _checkUri(uri);
        _checkNew(tokenId);
        _checkFees(list);
    }

    /// @dev The same for a settlement by the caller, an exchange.
    function _checkSettlementMint(uint256 tokenId, address creator, SettlementVoucher calldata voucher) internal view {
        if (block.timestamp > voucher.deadline) revert CollectionVoucherExpired(voucher.deadline);
        bytes32 digest = settlementMintDigest(msg.sender, tokenId, creator, voucher);
        _checkMint(tokenId, creator, digest, voucher.sig, voucher.fees, voucher.uri);
    }

    /// @dev What only the documented yield mint can get wrong.
    function _checkMintOrder(MintOrder calldata order, uint8 itemType) internal view {
        if (order.token != address(this) || order.assetType != itemType) {
            revert CollectionMintOrderForeign(order.token, order.assetType);
        }
    }

    /// @dev Stores the URI and the royalties that an item is minted with.
    /// @param mayShareRoyalty true for the items of one voucher for many: a single royalty entry that is equal to that of the
    /// neighbouring ids is stored once for all of them, see Sheets; false writes the item's own entry
    function _save(uint256 tokenId, Fee[] calldata list, string calldata uri, bool mayShareRoyalty) internal {
        (bytes32 digest, bool isDag) = Cids.parse(uri);
        if (uint256(digest) <= uint256(TEXT)) {
            (digest, isDag) = (TEXT, false);
            _texts[tokenId] = uri;
        }
        _content[tokenId] = digest;
        if (list.length == 0 || (mayShareRoyalty && list.length == 1 && _shareRoyalty(tokenId, list[0]))) {
            if (isDag) _terms[tokenId].isDag = true;
        } else {
            // At most MAX_BPS in sum, checked.
            _terms[tokenId] = Terms(list[0].recipient, uint16(list[0].value), list.length > 1, isDag);
            for (uint256 i = 1; i < list.length; ++i) {
                _moreFees[tokenId].push(list[i]);
            }
        }
        if (list.length == 0) return;
        (address[] memory recipients, uint256[] memory bps) = _split(list);
        emit SecondarySaleFees(tokenId, recipients, bps);
    }

    /// @dev Drops URI text and royalties of a burnt item. `_content` stays set, so `_checkNew` refuses to mint the id again.
    function _forget(uint256 tokenId) internal {
        if (_content[tokenId] == TEXT) delete _texts[tokenId];
        if (_terms[tokenId].hasMore) delete _moreFees[tokenId];
        delete _terms[tokenId];
        Royalty storage royalty = _royalties[Sheets.sheetOf(tokenId)];
        uint64 mark = Sheets.markOf(tokenId);
        if (royalty.members & mark != 0) royalty.members ^= mark;
    }

    /// @dev The whole URI of an item that exists.
    function _uriOf(uint256 tokenId) internal view returns (string memory) {
        return string.concat(tokenURIPrefix(), _textOf(tokenId));
    }

    /// @dev Whether an item that exists was minted with exactly these royalties and this URI.
    function _isMintedAs(uint256 tokenId, Fee[] calldata list, string calldata uri) internal view returns (bool) {
        return keccak256(bytes(_textOf(tokenId))) == keccak256(bytes(uri))
            && keccak256(abi.encode(_fees(tokenId))) == keccak256(abi.encode(list));
    }

    /// @dev Whether `id` is an interface of collections of both standards: ERC-2981, getFeeRecipients/getFeeBps or contractURI.
    function _isBaseInterface(bytes4 id) internal pure returns (bool) {
        return id == type(IERC2981).interfaceId || id == FEES_INTERFACE || id == CONTRACT_URI_INTERFACE;
    }

    function _checkSigner(address account) private pure {
        if (account == address(0)) revert CollectionSignerZero();
    }

    function _removeSigner(address account) private {
        if (!isSigner(account)) revert CollectionSignerMissing(account);
        _roles[_term()][account] = Role.Removed;
        emit SignerRemoved(account);
    }

    function _checkUri(string calldata uri) private pure {
        if (bytes(uri).length == 0) revert CollectionUriEmpty();
    }

    function _checkNew(uint256 tokenId) private view {
        if (_content[tokenId] != 0) revert CollectionTokenAlreadyMinted(tokenId);
    }

    function _checkSigned(uint256 tokenId, address account, bytes32 digest, Sig memory sig) private view {
        (address signer,,) = ECDSA.tryRecover(digest, sig.v, sig.r, sig.s);
        if (!isSigner(signer)) revert CollectionVoucherInvalid(tokenId, account);
    }

    function _checkFees(Fee[] calldata list) private pure {
        if (list.length > MAX_FEES) revert CollectionFeesTooMany(list.length, MAX_FEES);
        uint256 sum;
        for (uint256 i; i < list.length; ++i) {
            if (list[i].recipient == address(0)) revert CollectionFeeRecipientZero(i);
            if (list[i].value == 0) revert CollectionFeeZero(i);
            sum += list[i].value;
        }
        if (sum > MAX_BPS) revert CollectionFeesAboveCap(sum, MAX_BPS);
    }

    function _fees(uint256 tokenId) private view returns (Fee[] memory list) {
        Terms memory terms = _termsOf(tokenId);
        if (terms.bps == 0) return list;
        Fee[] memory more = terms.hasMore ? _moreFees[tokenId] : list;
        list = new Fee[](more.length + 1);
        list[0] = Fee(terms.recipient, terms.bps);
        for (uint256 i; i < more.length; ++i) {
            list[i + 1] = more[i];
        }
    }

    function _termsOf(uint256 tokenId) private view returns (Terms memory terms) {
        terms = _terms[tokenId];
        if (terms.bps != 0) return terms;
        Royalty memory royalty = _royalties[Sheets.sheetOf(tokenId)];
        if (royalty.members & Sheets.markOf(tokenId) != 0) (terms.recipient, terms.bps) = (royalty.recipient, royalty.bps);
    }

    /// @dev Where the sheet has no members yet, `fee` becomes its royalty.
    /// @return whether the royalty of the item's sheet is `fee`, so that the item needs none of its own
    function _shareRoyalty(uint256 tokenId, Fee calldata fee) private returns (bool) {
        Royalty storage royalty = _royalties[Sheets.sheetOf(tokenId)];
        uint64 members = royalty.members;
        if (members == 0) {
            // At most MAX_BPS, checked.
            (royalty.recipient, royalty.bps) = (fee.recipient, uint16(fee.value));
        } else if (royalty.recipient != fee.recipient || royalty.bps != fee.value) {
            return false;
        }
        royalty.members = members | Sheets.markOf(tokenId);
        return true;
    }

    function _textOf(uint256 tokenId) private view returns (string memory) {
        bytes32 content = _content[tokenId];
        return content == TEXT ? _texts[tokenId] : Cids.format(content, _terms[tokenId].isDag);
    }

    function _split(Fee[] memory list) private pure returns (address[] memory recipients, uint256[] memory bps) {
        recipients = new address[](list.length);
        bps = new uint256[](list.length);
        for (uint256 i; i < list.length; ++i) {
            (recipients[i], bps[i]) = (list[i].recipient, list[i].value);
        }
    }
}
