// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Utils} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Utils.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {AssetTypes} from "../exchange/AssetTypes.sol";
import {Sig} from "../exchange/OrderTypes.sol";
import {BaseCollection} from "./BaseCollection.sol";
import {Fee, MintOrder, SettlementVoucher} from "./CollectionTypes.sol";
import {ICollection} from "./ICollection.sol";
import {ICollection1155} from "./ICollection1155.sol";
import {ISettlementMint} from "./ISettlementMint.sol";

/// @notice See ICollection1155. What user and official collections share: all but who may mint.
abstract contract BaseCollection1155 is ICollection1155, ERC1155, BaseCollection {
    uint8 private constant YIELD_TYPE = 5;

    /// @inheritdoc ICollection1155
    mapping(uint256 id => address) public creators;
    /// @inheritdoc ICollection1155
    mapping(uint256 id => uint256) public totalSupply;
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
        _checkMintOrder(order, YIELD_TYPE);
        _mintToCaller(order.tokenId, order.value, yieldMintDigest(order, msg.sender), signature, fees_, tokenURI);
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
        if (creators[id] == creator) {
            bool isSame = totalSupply[id] <= voucher.supply && _isMintedAs(id, voucher.fees, voucher.uri);
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
        totalSupply[id] -= value;
        if (totalSupply[id] == 0) _forget(id);
    }

    /// @inheritdoc ICollection1155
    function name() public view virtual returns (string memory) {
        return _name;
    }

    /// @inheritdoc ICollection1155
    function symbol() public view virtual returns (string memory) {
        return _symbol;
    }

    /// @notice ERC1155; the caller cannot be his own operator.
    function setApprovalForAll(address operator, bool approved) public override {
        if (operator == msg.sender) revert CollectionApprovalToCaller(operator);
        super.setApprovalForAll(operator, approved);
    }

    function uri(uint256 id) public view override returns (string memory) {
        if (totalSupply[id] == 0) revert CollectionTokenMissing(id);
        return _uriOf(id);
    }

    function supportsInterface(bytes4 id) public view override(ERC1155, IERC165) returns (bool) {
        return _isShared(id) || super.supportsInterface(id);
    }

    function _logCreation(address creator, address signer, string memory name_, string memory symbol_) internal override {
        emit CreateERC1155(creator, signer, name_, symbol_);
    }

    function _logPrefix() internal override {
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
        creators[id] = creator;
        totalSupply[id] = supply;
        _move(address(0), creator, id, supply);
        _save(id, list, tokenURI);
        emit URI(string.concat(tokenURIPrefix(), tokenURI), id);
    }

    /// @dev Without asking the receiver: that comes when all is written.
    function _move(address from, address to, uint256 id, uint256 value) private {
        uint256[] memory ids = new uint256[](1);
        uint256[] memory values = new uint256[](1);
        (ids[0], values[0]) = (id, value);
        _update(from, to, ids, values);
    }
}
