// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Utils} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Utils.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Sig} from "../exchange/OrderTypes.sol";
import {BaseCollection} from "./BaseCollection.sol";
import {Fee, MintItem, MintMany, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";
import {ICollection} from "./ICollection.sol";
import {ICollection1155} from "./ICollection1155.sol";
import {ISettlementMint} from "./ISettlementMint.sol";
import {Sheets} from "./Sheets.sol";

/// @notice See ICollection1155. What user and official collections share: all but who may mint.
abstract contract BaseCollection1155 is ICollection1155, ERC1155, BaseCollection {
    /// @dev `MintOrder.assetType` of an ERC1155 in the documented yield mint: a number of document B, not of AssetTypes.
    uint8 private constant YIELD_ASSET_TYPE = 5;
    /// @dev Supplies from here on stand in a slot of their own.
    uint96 private constant LARGE = type(uint96).max;

    /// @dev One slot; `units` of LARGE are counted in `_largeSupplies`.
    struct Edition {
        address creator;
        uint96 units;
    }

    /// @dev What ids of a sheet were minted as by vouchers for many; never changed once it has members.
    struct AlikeEditions {
        address creator;
        uint32 units;
        uint64 members;
    }

    mapping(uint256 id => Edition) private _editions;
    mapping(uint256 id => uint256) private _largeSupplies;
    /// @dev Read where an id has no edition of its own, see Sheets.
    mapping(uint256 sheet => AlikeEditions) private _alikeEditions;
    string private _name;
    string private _symbol;

    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) ERC1155("") BaseCollection(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {
        (_name, _symbol) = (name_, symbol_);
    }

    /// @inheritdoc ICollection1155
    function mint(
        uint256 id,
        uint8 v,
        bytes32 r,
        bytes32 s,
        Fee[] calldata fees_,
        uint256 supply,
        string calldata tokenURI
    ) external {
        _mintToCaller(id, supply, mintDigest(id, msg.sender), Sig(v, r, s), fees_, tokenURI);
    }

    /// @inheritdoc ICollection
    function yieldMint(MintOrder calldata order, Sig calldata signature, Fee[] calldata fees_, string calldata tokenURI) external {
        _checkMintOrder(order, YIELD_ASSET_TYPE);
        _mintToCaller(order.tokenId, order.value, yieldMintDigest(order, msg.sender), signature, fees_, tokenURI);
    }

    /// @inheritdoc ICollection
    function mintMany(MintMany calldata voucher, Sig calldata signature) external {
        // Check
        _checkMintMany(voucher, signature);
        // Check and effect, item by item: an id that stands there twice is minted already.
        uint256 count = voucher.items.length;
        uint256[] memory ids = new uint256[](count);
        uint256[] memory supplies = new uint256[](count);
        string memory prefix = tokenURIPrefix();
        for (uint256 i; i < count; ++i) {
            MintItem calldata item = voucher.items[i];
            if (item.supply == 0) revert CollectionSupplyZero(item.tokenId);
            _checkItem(item.tokenId, item.fees, item.uri);
            (ids[i], supplies[i]) = (item.tokenId, item.supply);
            if (!_joinAlike(item.tokenId, msg.sender, item.supply)) _setEdition(item.tokenId, msg.sender, item.supply);
            _save({tokenId: item.tokenId, list: item.fees, uri: item.uri, mayShareRoyalty: true});
            emit URI(string.concat(prefix, item.uri), item.tokenId);
        }
        _update(address(0), msg.sender, ids, supplies);
        // Interaction
        if (count == 1) return ERC1155Utils.checkOnERC1155Received(msg.sender, address(0), msg.sender, ids[0], supplies[0], "");
        ERC1155Utils.checkOnERC1155BatchReceived(msg.sender, address(0), msg.sender, ids, supplies, "");
    }

    /// @inheritdoc ICollection1155
    function mintByMinter(address to, uint256 id, uint256 supply, Fee[] calldata fees_, string calldata tokenURI) external {
        // Check
        _checkCallerIsMinter();
        if (to == address(0)) revert ERC1155InvalidReceiver(to);
        if (supply == 0) revert CollectionSupplyZero(id);
        _checkItem(id, fees_, tokenURI);
        // Effect
        _create(id, to, supply, fees_, tokenURI);
        // Interaction
        ERC1155Utils.checkOnERC1155Received(msg.sender, address(0), to, id, supply, "");
    }

    /// @inheritdoc ISettlementMint
    function mintAtSettlement(uint256 id, address creator, address to, uint256 amount, SettlementVoucher calldata voucher)
        external
        returns (uint8 assetType, bool delivered)
    {
        // Check
        if (creator == address(0)) revert ERC1155InvalidReceiver(creator);
        // A later fill of the creator's sale: what the creator has left moves by the exchange and the creator's approval. An
        // id that the creator minted with other terms than the buyer's voucher names is another item.
        if (creators(id) == creator) {
            bool isSame = totalSupply(id) <= voucher.supply && _isMintedAs(id, voucher.fees, voucher.uri);
            if (!isSame) revert CollectionTokenAlreadyMinted(id);
            return (AssetTypes.ERC1155, false);
        }
        if (voucher.supply == 0) revert CollectionSupplyZero(id);
        if (amount == 0 || amount > voucher.supply) revert CollectionAmountInvalid(id, amount);
        // The second transfer to the zero address would burn the units.
        if (to == address(0)) revert ERC1155InvalidReceiver(to);
        _checkSettlementMint(id, creator, voucher);
        // Effect
        _create(id, creator, voucher.supply, voucher.fees, voucher.uri);
        _move(creator, to, id, amount);
        // Interaction
        ERC1155Utils.checkOnERC1155Received(msg.sender, creator, to, id, amount, "");
        return (AssetTypes.ERC1155, true);
    }

    /// @inheritdoc ICollection1155
    function burn(address owner_, uint256 id, uint256 value) external {
        _checkAuthorized(msg.sender, owner_);
        _burn(owner_, id, value);
        // No more was burnt than there was.
        uint256 left = totalSupply(id) - value;
        _setEdition(id, creators(id), left);
        if (left == 0) _forget(id);
    }

    /// @inheritdoc ICollection1155
    function creators(uint256 id) public view returns (address) {
        (address creator,) = _editionOf(id);
        return creator;
    }

    /// @inheritdoc ICollection1155
    function totalSupply(uint256 id) public view returns (uint256) {
        (, uint256 units) = _editionOf(id);
        return units == LARGE ? _largeSupplies[id] : units;
    }

    /// @inheritdoc ICollection1155
    function name() public view virtual returns (string memory) {
        return _name;
    }

    /// @inheritdoc ICollection1155
    function symbol() public view virtual returns (string memory) {
        return _symbol;
    }

    /// @notice ERC1155; the caller cannot be its own operator.
    function setApprovalForAll(address operator, bool approved) public override {
        if (operator == msg.sender) revert CollectionApprovalToCaller(operator);
        super.setApprovalForAll(operator, approved);
    }

    function uri(uint256 id) public view override returns (string memory) {
        if (totalSupply(id) == 0) revert CollectionTokenMissing(id);
        return _uriOf(id);
    }

    function supportsInterface(bytes4 id) public view override(ERC1155, IERC165) returns (bool) {
        return _isBaseInterface(id) || super.supportsInterface(id);
    }

    function _logCreation(address creator, address signer, string memory name_, string memory symbol_) internal override {
        emit CreateERC1155(creator, signer, name_, symbol_);
    }

    function _logAllURIsChanged() internal override {
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    function _mintToCaller(
        uint256 id,
        uint256 supply,
        bytes32 digest,
        Sig memory sig,
        Fee[] calldata list,
        string calldata tokenURI
    ) private {
        // Check
        _checkMint(id, msg.sender, digest, sig, list, tokenURI);
        if (supply == 0) revert CollectionSupplyZero(id);
        // Effect
        _create(id, msg.sender, supply, list, tokenURI);
        // Interaction
        ERC1155Utils.checkOnERC1155Received(msg.sender, address(0), msg.sender, id, supply, "");
    }

    function _create(uint256 id, address creator, uint256 supply, Fee[] calldata list, string calldata tokenURI) private {
        _setEdition(id, creator, supply);
        _move(address(0), creator, id, supply);
        _save({tokenId: id, list: list, uri: tokenURI, mayShareRoyalty: false});
        emit URI(string.concat(tokenURIPrefix(), tokenURI), id);
    }

    function _setEdition(uint256 id, address creator, uint256 supply) private {
        bool isLarge = supply >= LARGE;
        _editions[id] = Edition(creator, isLarge ? LARGE : uint96(supply));
        if (isLarge) _largeSupplies[id] = supply;
    }

    /// @return whether the editions of the sheet are such
    function _joinAlike(uint256 id, address creator, uint256 supply) private returns (bool) {
        if (supply > type(uint32).max) return false;
        AlikeEditions storage alike = _alikeEditions[Sheets.sheetOf(id)];
        uint64 members = alike.members;
        if (members == 0) (alike.creator, alike.units) = (creator, uint32(supply));
        else if (alike.creator != creator || alike.units != supply) return false;
        alike.members = members | Sheets.markOf(id);
        return true;
    }

    /// @dev LARGE units stand for what `_largeSupplies` says.
    function _editionOf(uint256 id) private view returns (address creator, uint256 units) {
        Edition memory own = _editions[id];
        if (own.creator != address(0)) return (own.creator, own.units);
        AlikeEditions memory alike = _alikeEditions[Sheets.sheetOf(id)];
        if (alike.members & Sheets.markOf(id) != 0) return (alike.creator, alike.units);
    }

    /// @dev Without asking the receiver: that comes when all is written.
    function _move(address from, address to, uint256 id, uint256 value) private {
        uint256[] memory ids = new uint256[](1);
        uint256[] memory values = new uint256[](1);
        (ids[0], values[0]) = (id, value);
        _update(from, to, ids, values);
    }
}
