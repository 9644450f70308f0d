// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Kinds} from "../../base/Kinds.sol";
import {PlainERC20} from "../../base/PlainTokens.sol";
import {Tree} from "../../base/Tree.sol";
import {Wallet} from "../../base/Wallet.sol";
import {Yes} from "../../base/Yes.sol";
import {Accepting, CriteriaBase} from "./CriteriaBase.sol";

contract AcceptCriteriaBidTest is CriteriaBase {
    using Tree for uint256[];

    /// [COFF-03]
    function test_MovesAnItemOfTheSet() public {
        call(base());
        vm.assertEq(royal.ownerOf(5), bob, "item");
        vm.assertEq(pay.balanceOf(alice), 0.925 ether, "proceeds");
        vm.assertEq(pay.balanceOf(carol), 0.05 ether, "royalty");
        vm.assertEq(pay.balanceOf(treasury), 0.05 ether, "fees");
        vm.assertEq(exchange.filled(bob, criteriaSalt(9)), 1, "units");
    }

    /// [COFF-01]
    function test_CountsUnits() public {
        Order memory order = criteriaBid(ids.root());
        for (uint256 i; i < 3; ++i) {
            call(accepting(order, i + 1, ids.proof(i)));
            vm.assertEq(royal.ownerOf(i + 1), bob, "item");
        }
        vm.assertTrue(exchange.isSpent(bob, order.key.salt), "spent");
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, bob, 9);
        Accepting memory a = accepting(order, 5, ids.proof(4));
        vm.expectRevert(why);
        call(a);
    }

    function test_WhenEveryIdIsTaken() public {
        call(accepting(criteriaBid(0), 7, new bytes32[](0)));
        vm.assertEq(royal.ownerOf(7), bob, "item");
    }

    /// [COFF-02]
    function test_WhenOneIdIsItsOwnRoot() public {
        call(accepting(criteriaBid(Tree.leafOf(6)), 6, new bytes32[](0)));
        vm.assertEq(royal.ownerOf(6), bob, "item");
    }

    /// An id whose proof is of so many words. No root can be taken apart, so the words may be any.
    function deep(uint256 words) private view returns (Accepting memory) {
        bytes32[] memory proof = new bytes32[](words);
        bytes32 node = Tree.leafOf(6);
        for (uint256 i; i < words; ++i) {
            proof[i] = keccak256(abi.encode(i));
            node = Tree.pairOf(node, proof[i]);
        }
        return accepting(criteriaBid(node), 6, proof);
    }

    function test_WhenTheProofIsOfSixteenWords() public {
        call(deep(16));
        vm.assertEq(royal.ownerOf(6), bob, "item");
    }

    function test_WhenAReceiverIsNamed() public {
        Accepting memory a = base();
        vm.prank(alice);
        exchange.acceptCriteriaBid(a.order, a.signature, FEE, none(), 1 ether, eve, 0, 5, a.proof);
        vm.assertEq(pay.balanceOf(eve), 0.925 ether, "proceeds");
    }

    function test_WhenUnitsAreOfAnERC1155() public {
        Order memory order = criteriaBid(Tree.leafOf(7));
        (order.key.buyAsset.token, order.key.buyAsset.assetType) = (address(multi), 2);
        Accepting memory a = accepting(order, 7, new bytes32[](0));
        a.amount = 2 ether;
        call(a);
        vm.assertEq(multi.balanceOf(bob, 7), 2, "units");
        vm.assertEq(exchange.filled(bob, order.key.salt), 2, "counted");
    }

    function test_WhenTheBidderIsAContract() public {
        Accepting memory a = base();
        a.order.key.owner = richWallet();
        a.signature = bobs(a.order);
        call(a);
        vm.assertEq(royal.ownerOf(5), a.order.key.owner, "item");
    }

    /// One of Bob's key, with money of its own.
    function richWallet() private returns (address) {
        Wallet wallet = new Wallet(bob);
        pay.give(address(wallet), 10 ether);
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        return address(wallet);
    }

    /// As a Safe does that approved the hash on chain: it is asked about no bytes.
    function test_WhenTheContractNeedsNoBytes() public {
        Yes yes = new Yes();
        pay.give(address(yes), 10 ether);
        yes.approve(address(pay), address(proxy));
        Accepting memory a = base();
        (a.order.key.owner, a.signature) = (address(yes), "");
        call(a);
        vm.assertEq(royal.ownerOf(5), address(yes), "item");
        Order memory plain = aBid(address(royal));
        (plain.key.owner, plain.key.buyAsset.tokenId) = (address(yes), 6);
        vm.prank(alice);
        exchange.acceptBid(plain, "", FEE, none(), PRICE, address(0), 0);
        vm.assertEq(royal.ownerOf(6), address(yes), "by its id");
    }

    function test_WhenTheBidIsRegistered() public {
        Accepting memory a = base();
        a.signature = "";
        unsigned(a);
        vm.prank(bob);
        exchange.register(a.order);
        call(a);
        vm.assertEq(royal.ownerOf(5), bob, "item");
    }

    function test_RevertWhen_AnIdIsOutside() public {
        Accepting memory a = base();
        royal.give(alice, 9);
        a.tokenId = 9;
        outside(a);
    }

    /// All 256 bits of an id are hashed.
    function test_RevertWhen_AnIdDiffersInABit() public {
        Accepting memory a = base();
        for (uint256 bit = 7; bit < 256; bit += 8) {
            a.tokenId = 5 ^ (1 << bit);
            royal.give(alice, a.tokenId);
            outside(a);
        }
    }

    /// A proof of another id of the same set.
    function test_RevertWhen_TheProofIsOfAnother() public {
        Accepting memory a = base();
        a.proof = ids.proof(3);
        outside(a);
    }

    /// [COFF-09]
    function test_RevertWhen_TheProofIsOfAnotherRoot() public {
        Accepting memory a = base();
        ids.push(9);
        a.order = criteriaBid(ids.root());
        a.signature = bobs(a.order);
        outside(a);
    }

    /// [COFF-09] The node above two leaves, passed off as an id that Alice has.
    function test_RevertWhen_ANodeIsReadAsALeaf() public {
        Accepting memory a = base();
        bytes32[] memory longer = a.proof;
        bytes32[] memory shorter = new bytes32[](2);
        (shorter[0], shorter[1]) = (longer[1], longer[2]);
        a.proof = shorter;
        outsideAs(a, Tree.pairOf(Tree.leafOf(5), longer[0]));
        a.proof = longer;
        outsideAs(a, Tree.leafOf(5));
        outsideAs(a, keccak256(abi.encode(5)));
        // Of a root: itself, and with no proof.
        a.proof = new bytes32[](0);
        outsideAs(a, bytes32(a.order.key.buyAsset.tokenId));
    }

    function outsideAs(Accepting memory a, bytes32 id) private {
        a.tokenId = uint256(id);
        royal.give(alice, a.tokenId);
        outside(a);
    }

    function test_RevertWhen_TheProofIsShort() public {
        Accepting memory a = base();
        a.proof = new bytes32[](0);
        outside(a);
    }

    function test_RevertWhen_TheProofIsLong() public {
        fails(deep(17), abi.encodeWithSelector(IExchange.ExchangeProofTooLong.selector, 17, 16));
    }

    function test_RevertWhen_AProofComesForEveryId() public {
        Accepting memory a = accepting(criteriaBid(0), 5, ids.proof(4));
        outside(a);
    }

    function test_RevertWhen_SeveralOfAnERC721AreAsked() public {
        Accepting memory a = base();
        a.amount = 2 ether;
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 2 ether, 1 ether);
        fails(a, why);
        a.order.key.buyAsset.assetType = 4;
        a.signature = bobs(a.order);
        fails(a, why);
    }

    function test_RevertWhen_TheRootIsAnother() public {
        Accepting memory a = base();
        a.order.key.buyAsset.tokenId = uint256(Tree.leafOf(5));
        a.proof = new bytes32[](0);
        unsigned(a);
    }

    function test_RevertWhen_TheUnitsAreOthers() public {
        Accepting memory a = base();
        (a.order.buying, a.order.selling) = (1, 1 ether);
        unsigned(a);
        // The price of all for one.
        (a.order.selling, a.amount) = (3 ether, 3 ether);
        unsigned(a);
    }

    function test_RevertWhen_TheTotalIsHigher() public {
        Accepting memory a = base();
        (a.order.selling, a.amount) = (6 ether, 2 ether);
        unsigned(a);
    }

    function test_RevertWhen_TheCollectionIsAnother() public {
        Accepting memory a = base();
        a.order.key.buyAsset.token = address(nft);
        nft.give(alice, 5);
        unsigned(a);
    }

    function test_RevertWhen_TheKindOfItemIsAnother() public {
        Accepting memory a = base();
        a.order.key.buyAsset.assetType = 4;
        unsigned(a);
    }

    function test_RevertWhen_TheMoneyIsAnother() public {
        Accepting memory a = base();
        PlainERC20 other = new PlainERC20();
        other.give(bob, 10 ether);
        vm.prank(bob);
        other.approve(address(proxy), type(uint256).max);
        a.order.key.sellAsset.token = address(other);
        unsigned(a);
    }

    function test_RevertWhen_TheSellerFeeIsAnother() public {
        Accepting memory a = base();
        a.order.sellerFee = FEE + 1;
        unsigned(a);
    }

    function test_RevertWhen_TheNumberIsAnother() public {
        Accepting memory a = base();
        a.order.key.salt = criteriaSalt(10);
        unsigned(a);
    }

    function test_RevertWhen_TheTimeIsAnother() public {
        Accepting memory a = base();
        a.order.key.salt |= (block.timestamp + 1) << 216;
        unsigned(a);
    }

    function test_RevertWhen_TheOwnerIsAnother() public {
        Accepting memory a = base();
        a.order.key.owner = eve;
        unsigned(a);
        // A wallet of the same key.
        a.order.key.owner = richWallet();
        unsigned(a);
    }

    function test_RevertWhen_AnotherSigned() public {
        Accepting memory a = base();
        a.signature = joined(signed(EVE_KEY, exchange.digestByTerms(a.order, address(0))));
        unsigned(a);
    }

    /// A bid for the one item whose id is the root means something else.
    function test_RevertWhen_APlainBidWasSigned() public {
        Accepting memory a = base();
        Order memory plain = a.order;
        a.signature = joined(signed(BOB_KEY, exchange.digest(plain)));
        unsigned(a);
        plain.key.salt = saltOf(9, 0, 0, FEE);
        a.signature = joined(makerSig(BOB_KEY, plain));
        fails(a, abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, 0));
    }

    function test_RevertWhen_TheTermsAreOthers() public {
        Accepting memory a = base();
        a.order.key.salt ^= 3 << 64;
        fails(a, abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, 2));
        a.order.key.salt = criteriaSalt(9) | (1 << 159);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, (1 << 95) | 1));
        // A plain bid for id 0, which reads as every id.
        royal.give(alice, 0);
        a = accepting(criteriaBid(0), 0, new bytes32[](0));
        (a.order.key.salt, a.order.buying, a.order.selling) = (saltOf(9, 0, 0, FEE), 1, 1 ether);
        a.signature = bobs(a.order);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, 0));
    }

    function test_RevertWhen_ItIsASale() public {
        Order memory sale = Order(OrderKey(alice, criteriaSalt(5), item(address(nft), 1, 3), money()), 1, PRICE, FEE);
        Accepting memory a = accepting(sale, 0, new bytes32[](0));
        a.signature = joined(signed(ALICE_KEY, exchange.digestByTerms(sale, address(0))));
        (a.amount, a.caller) = (1, bob);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeBidExpected.selector, 3));
    }

    /// No other form fills a criteria bid: neither by its root, nor by the id in its place.
    function test_RevertWhen_AnotherFormIsUsed() public {
        Accepting memory a = base();
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, CRITERIA);
        vm.startPrank(alice);
        Sig memory sig = signed(BOB_KEY, exchange.digestByTerms(a.order, address(0)));
        vm.expectRevert(why);
        exchange.exchange(a.order, sig, FEE, none(), 1 ether, address(0));
        vm.expectRevert(why);
        exchange.exchange(a.order, a.signature, FEE, none(), 1 ether, address(0));
        vm.expectRevert(why);
        exchange.acceptBid(a.order, a.signature, FEE, none(), 1 ether, address(0), 0);
        vm.stopPrank();
    }

    function test_RevertWhen_TheProceedsAreBelowTheLeast() public {
        Accepting memory a = base();
        a.least = 0.925 ether + 1;
        fails(a, abi.encodeWithSelector(IExchange.ExchangeProceedsBelowLeast.selector, 0.925 ether, 0.925 ether + 1));
        a.least = 0.925 ether;
        call(a);
    }

    function test_RevertWhen_TheBuyerFeeIsAboveItsMost() public {
        Accepting memory a = base();
        a.fee = FEE + 1;
        a.feeSig = signed(FEE_KEY, exchange.buyerFeeDigest(Kinds.hashOf(a.order), FEE + 1));
        fails(a, abi.encodeWithSelector(IExchange.ExchangeBuyerFeeAboveMaximum.selector, FEE + 1, FEE));
    }

    /// The operator's word names the criteria bid, so it serves no plain one.
    function test_WhenTheOperatorSignsALowerFee() public {
        Accepting memory a = base();
        a.fee = 100;
        a.feeSig = signed(FEE_KEY, exchange.buyerFeeDigest(exchange.hashOrder(a.order), 100));
        vm.expectRevert();
        call(a);
        a.feeSig = signed(FEE_KEY, exchange.buyerFeeDigest(Kinds.hashOf(a.order), 100));
        call(a);
        vm.assertEq(pay.balanceOf(treasury), 0.035 ether, "fees");
    }

    function test_RevertWhen_OnAnotherExchange() public {
        Accepting memory a = base();
        (exchange,) = deployed();
        unsigned(a);
    }

    function test_RevertWhen_OnAnotherChain() public {
        Accepting memory a = base();
        vm.chainId(block.chainid + 1);
        unsigned(a);
    }

    /// Its hash approves no other order of the same transaction.
    function test_RevertGiven_OneWasFilledBefore() public {
        Accepting memory a = base();
        Sig memory sig = signed(BOB_KEY, exchange.digestByTerms(a.order, address(0)));
        call(a);
        (a.order.key.buyAsset.tokenId, a.order.selling) = (6, 30 ether);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeTermsInvalid.selector, CRITERIA));
        vm.prank(alice);
        exchange.exchange(a.order, sig, FEE, none(), 10 ether, address(0));
    }

    function test_RevertGiven_Cancelled() public {
        Accepting memory a = base();
        vm.prank(bob);
        exchange.cancel(a.order.key);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, bob, 9));
    }

    /// Any set of one to forty ids, and any of them.
    function testFuzz_TakesEachIdOfASet(uint256 count, uint256 which, uint256 seed) public {
        count = bound(count, 1, 40);
        which = bound(which, 0, count - 1);
        uint256[] memory set = new uint256[](count);
        for (uint256 i; i < count; ++i) set[i] = uint256(keccak256(abi.encode(seed, i)));
        royal.give(alice, set[which]);
        call(accepting(criteriaBid(set.root()), set[which], set.proof(which)));
        vm.assertEq(royal.ownerOf(set[which]), bob, "item");
    }
}
