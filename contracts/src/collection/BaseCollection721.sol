// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Sig} from "../exchange/OrderTypes.sol";
import {BaseCollection} from "./BaseCollection.sol";
import {Fee, MintItem, MintMany, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";
import {ICollection} from "./ICollection.sol";
import {ICollection721} from "./ICollection721.sol";
import {ISettlementMint} from "./ISettlementMint.sol";

/// @notice See ICollection721. What user and official collections share: all but who may mint.
abstract contract BaseCollection721 is ICollection721, ERC721, IERC4906, BaseCollection {
    /// @dev `MintOrder.assetType` of an ERC721 in the documented yield mint: a number of document B, not of AssetTypes.
    uint8 private constant YIELD_ASSET_TYPE = 6;
    /// @dev Interface id of ERC-4906, which has events only.
    bytes4 private constant METADATA_EVENTS = 0x49064906;

    constructor(
        string memory name_,
        string memory symbol_,
        address signer,
        string memory contractURI_,
        string memory tokenURIPrefix_,
        address owner_
    ) ERC721(name_, symbol_) BaseCollection(name_, symbol_, signer, contractURI_, tokenURIPrefix_, owner_) {}

    /// @inheritdoc ICollection721
    function mint(uint256 tokenId, uint8 v, bytes32 r, bytes32 s, Fee[] calldata fees_, string calldata uri) external {
        _mintToCaller(tokenId, mintDigest(tokenId, msg.sender), Sig(v, r, s), fees_, uri);
    }

    /// @inheritdoc ICollection
    function yieldMint(MintOrder calldata order, Sig calldata signature, Fee[] calldata fees_, string calldata uri) external {
        _checkMintOrder(order, YIELD_ASSET_TYPE);
        if (order.value != 1) revert CollectionSupplyInvalid(order.tokenId, order.value);
        _mintToCaller(order.tokenId, yieldMintDigest(order, msg.sender), signature, fees_, uri);
    }

    /// @inheritdoc ICollection
    function mintMany(MintMany calldata voucher, Sig calldata signature) external {
        // Check
        _checkMintMany(voucher, signature);
        // Check and effect, item by item: an id that stands there twice is minted already.
        uint256 count = voucher.items.length;
        for (uint256 i; i < count; ++i) {
            MintItem calldata item = voucher.items[i];
            if (item.supply != 1) revert CollectionSupplyInvalid(item.tokenId, item.supply);
            _checkItem(item.tokenId, item.fees, item.uri);
            _mint(msg.sender, item.tokenId);
            _save({tokenId: item.tokenId, list: item.fees, uri: item.uri, mayShareRoyalty: true});
        }
        // At most 50.
        _totalSupply += uint40(count);
        // Interaction, after the last item is written.
        for (uint256 i; i < count; ++i) {
            ERC721Utils.checkOnERC721Received(msg.sender, address(0), msg.sender, voucher.items[i].tokenId, "");
        }
    }

    /// @inheritdoc ICollection721
    function mintByMinter(address to, uint256 tokenId, Fee[] calldata fees_, string calldata uri) external {
        // Check
        _checkCallerIsMinter();
        _checkItem(tokenId, fees_, uri);
        // Effect
        _create(tokenId, to, fees_, uri);
        // Interaction
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), to, tokenId, "");
    }

    /// @inheritdoc ISettlementMint
    function mintAtSettlement(uint256 tokenId, address creator, address to, uint256 amount, SettlementVoucher calldata voucher)
        external
        returns (uint8 assetType, bool delivered)
    {
        // Check
        if (voucher.supply != 1) revert CollectionSupplyInvalid(tokenId, voucher.supply);
        if (amount != 1) revert CollectionAmountInvalid(tokenId, amount);
        // The second transfer to the zero address would burn the item.
        if (to == address(0)) revert ERC721InvalidReceiver(to);
        _checkSettlementMint(tokenId, creator, voucher);
        // Effect
        _create(tokenId, creator, voucher.fees, voucher.uri);
        _update(to, tokenId, address(0));
        // Interaction
        ERC721Utils.checkOnERC721Received(msg.sender, creator, to, tokenId, "");
        return (AssetTypes.ERC721, true);
    }

    /// @inheritdoc ICollection721
    function burn(uint256 tokenId) external {
        // Reverts unless the caller is the owner or approved.
        _update(address(0), tokenId, msg.sender);
        --_totalSupply;
        // Keeps the mark that the id was minted: no voucher mints it again.
        _forget(tokenId);
    }

    /// @inheritdoc ICollection721
    function totalSupply() public view virtual returns (uint256) {
        return _totalSupply;
    }

    /// @notice ERC721; neither the owner nor the caller can be approved.
    function approve(address to, uint256 tokenId) public virtual override(ERC721, IERC721) {
        if (to == ownerOf(tokenId)) revert CollectionApprovalToOwner(to);
        if (to == msg.sender) revert CollectionApprovalToCaller(to);
        super.approve(to, tokenId);
    }

    /// @notice ERC721; the caller cannot be its own operator.
    function setApprovalForAll(address operator, bool approved) public virtual override(ERC721, IERC721) {
        if (operator == msg.sender) revert CollectionApprovalToCaller(operator);
        super.setApprovalForAll(operator, approved);
    }

    function tokenURI(uint256 tokenId) public view virtual override returns (string memory) {
        _requireOwned(tokenId);
        return _uriOf(tokenId);
    }

    function supportsInterface(bytes4 id) public view virtual override(ERC721, IERC165) returns (bool) {
        return id == METADATA_EVENTS || _isBaseInterface(id) || super.supportsInterface(id);
    }

    function _logCreation(address creator, address signer, string memory name_, string memory symbol_) internal override {
        emit CreateERC721(creator, signer, name_, symbol_);
    }

    function _logAllURIsChanged() internal override {
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    function _mintToCaller(uint256 tokenId, bytes32 digest, Sig memory sig, Fee[] calldata list, string calldata uri) private {
        // Check
        _checkMint(tokenId, msg.sender, digest, sig, list, uri);
        // Effect
        _create(tokenId, msg.sender, list, uri);
        // Interaction
        ERC721Utils.checkOnERC721Received(msg.sender, address(0), msg.sender, tokenId, "");
    }

    function _create(uint256 tokenId, address creator, Fee[] calldata list, string calldata uri) private {
        ++_totalSupply;
        _mint(creator, tokenId);
        _save({tokenId: tokenId, list: list, uri: uri, mayShareRoyalty: false});
    }
}
