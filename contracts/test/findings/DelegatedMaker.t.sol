// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {IExchange} from "../../src/exchange/IExchange.sol";
import {Acceptance, Extra, Fill, Order, Sig} from "../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../src/exchange/Signatures.sol";
import {AbilitiesBase} from "../base/AbilitiesBase.sol";

/// @notice The code of a delegation: it gives a fixed ERC-1271 answer, and takes items and coin.
contract DelegatedCode {
    bytes4 private immutable _answer;

    constructor(bytes4 answer) {
        _answer = answer;
    }

    receive() external payable {}

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        return _answer;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return IERC721Receiver.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}

/// @notice An account signs by personal_sign, with a fee signer's word, and delegates (EIP-7702) before the order is filled.
contract DelegatedMakerTest is AbilitiesBase {
    bytes4 private constant NO = 0xffffffff;
    bytes4 private constant YES = 0x1626ba7e;

    /// Bob's account gets code that knows no personal_sign.
    function delegate(uint256 key, bytes4 answer) private {
        vm.signAndAttachDelegation(address(new DelegatedCode(answer)), key);
        // A delegation takes effect with the next call.
        (bool ok,) = vm.addr(key).call("");
        vm.assertTrue(ok && vm.addr(key).code.length == 23, "delegated");
    }

    function personal(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        return joined(signed(key, Signatures.personalDigest(digest)));
    }

    function bids() private view returns (bytes memory) {
        return personal(BOB_KEY, exchange.digest(plainBid()));
    }

    function word(Order memory order) private view returns (Sig memory) {
        return feeSig(FEE_KEY, order, FEE);
    }

    function acceptBytes(bytes memory signature, Sig memory fee) private {
        Order memory order = plainBid();
        vm.prank(alice);
        exchange.acceptBid(order, signature, FEE, fee, PRICE, address(0), 0);
    }

    function refused(bytes memory signature, Sig memory fee) private {
        Order memory order = plainBid();
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, bob));
        vm.prank(alice);
        exchange.acceptBid(order, signature, FEE, fee, PRICE, address(0), 0);
        vm.assertEq(nft.ownerOf(1), alice, "unmoved");
    }

    function lineOf(Order memory order) private view returns (Acceptance[] memory list) {
        list = new Acceptance[](1);
        (list[0].order, list[0].signature, list[0].buyerFee, list[0].buyerFeeSig, list[0].amount) =
            (order, bids(), FEE, word(order), PRICE);
    }

    /// [F-82]
    function test_F82_GivenTheAccountHasNoCode() public {
        acceptBytes(bids(), word(plainBid()));
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82]
    function test_F82_GivenTheAccountDelegated() public {
        delegate(BOB_KEY, NO);
        acceptBytes(bids(), word(plainBid()));
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82]
    function test_F82_GivenTheAccountDelegatedAndManyAreAccepted() public {
        delegate(BOB_KEY, NO);
        Acceptance[] memory list = lineOf(plainBid());
        vm.prank(alice);
        exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82]
    function test_F82_GivenTheSellerDelegatedAndItsItemIsBought() public {
        delegate(ALICE_KEY, NO);
        Order memory order = aSale();
        bytes memory signature = personal(ALICE_KEY, exchange.digest(order));
        Sig memory fee = word(order);
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, fee, 1, address(0));
        vm.assertEq(nft.ownerOf(1), bob, "sold");
        vm.assertEq(alice.balance, 0.975 ether, "and paid, not owed as in a sweep");
    }

    /// [F-82]
    function test_F82_GivenTheSellerDelegatedAndItsItemIsMinted() public {
        delegate(ALICE_KEY, NO);
        Order memory order = unminted(single, 1);
        bytes memory signature = personal(ALICE_KEY, exchange.digest(order));
        (Sig memory fee, bytes memory voucher) = (word(order), signedTerms(single, alice, terms(1)));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, fee, 1, address(0), voucher);
        vm.assertEq(single.totalSupply(), 1, "minted");
    }

    /// [F-82]
    function test_F82_GivenTheSellerDelegatedAndItIsALineOfASweep() public {
        delegate(ALICE_KEY, NO);
        Order memory order = aSale();
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(order, none(), FEE, word(order), 1);
        Extra[] memory extras = new Extra[](1);
        extras[0] = Extra(0, personal(ALICE_KEY, exchange.digest(order)), "", 0);
        vm.prank(bob);
        exchange.sweepWith{value: due(PRICE, FEE)}(fills, extras, address(0), 1);
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82]
    function test_F82_GivenTheBidderOnASetDelegated() public {
        delegate(BOB_KEY, NO);
        Order memory order = criteriaBid(address(nft), 3);
        bytes32 digest = exchange.digestByTerms(order, address(0));
        bytes memory signature = personal(BOB_KEY, digest);
        Sig memory fee = signed(FEE_KEY, exchange.buyerFeeDigest(criteriaHash(order), FEE));
        vm.prank(alice);
        exchange.acceptCriteriaBid{gas: 5_000_000}(order, signature, FEE, fee, PRICE, address(0), 0, 1, new bytes32[](0));
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82] It counts as personal_sign does everywhere.
    function test_F82_RevertWhen_NoFeeSignerApproved() public {
        delegate(BOB_KEY, NO);
        refused(bids(), none());
    }

    /// [F-82]
    function test_F82_RevertWhen_NoFeeSignerApprovedAndThereIsNoCode() public {
        refused(bids(), none());
    }

    /// [F-82]
    function test_F82_RevertWhen_AnotherKeySigned() public {
        delegate(BOB_KEY, NO);
        refused(personal(EVE_KEY, exchange.digest(plainBid())), word(plainBid()));
        // A failed recovery yields the zero address, which has no key.
        Order memory order = plainBid();
        order.key.owner = address(0);
        Sig memory fee = word(order);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, address(0)));
        vm.prank(alice);
        exchange.acceptBid(order, new bytes(65), FEE, fee, PRICE, address(0), 0);
    }

    /// [F-82]
    function test_F82_RevertWhen_AnotherOrderWasSigned() public {
        delegate(BOB_KEY, NO);
        Order memory other = plainBid();
        other.selling += 1;
        refused(personal(BOB_KEY, exchange.digest(other)), word(plainBid()));
    }

    /// [F-82] Safe's mark says that it is personal_sign.
    function test_F82_WhenTheSignatureIsMarked() public {
        delegate(BOB_KEY, NO);
        Sig memory sig = signed(BOB_KEY, Signatures.personalDigest(exchange.digest(plainBid())));
        sig.v += 4;
        acceptBytes(joined(sig), word(plainBid()));
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82] Typed data of a delegated account counts by its key, whatever its code says.
    function test_F82_WhenTypedDataWasSigned() public {
        delegate(BOB_KEY, NO);
        acceptBytes(bobs(plainBid()), none());
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    /// [F-82] What the account's own code approves needs no fee signer.
    function test_F82_WhenTheCodeApproves() public {
        delegate(BOB_KEY, YES);
        acceptBytes(bids(), none());
        vm.assertEq(nft.ownerOf(1), bob, "sold");
    }

    function criteriaHash(Order memory order) private pure returns (bytes32) {
        bytes32 assetType = keccak256("Asset(address token,uint256 tokenId,uint8 assetType)");
        bytes32 orderType = keccak256(
            "CriteriaBid(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,uint256 selling,address collection,uint8 assetType,bytes32 ids,uint256 units,uint256 sellerFee)Asset(address token,uint256 tokenId,uint8 assetType)"
        );
        bytes memory head = abi.encode(orderType, order.key.owner, order.key.salt, 0, 0, FEE);
        bytes32 sold = keccak256(abi.encode(assetType, order.key.sellAsset));
        return keccak256(
            bytes.concat(
                head,
                abi.encode(sold, order.selling, order.key.buyAsset.token, order.key.buyAsset.assetType, 0, order.buying, order.sellerFee)
            )
        );
    }
}
