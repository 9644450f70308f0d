// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {Kinds} from "../../base/Kinds.sol";
import {Tree} from "../../base/Tree.sol";
import {Wallet} from "../../base/Wallet.sol";
import {Yes} from "../../base/Yes.sol";

/// @notice A call of acceptCriteriaBid, taken apart.
struct Accepting {
    Order order;
    bytes signature;
    uint256 fee;
    Sig feeSig;
    uint256 amount;
    uint256 least;
    uint256 tokenId;
    bytes32[] proof;
    address caller;
}

contract AcceptCriteriaBidTest is ExchangeBase {
    using Tree for uint256[];

    uint256 private constant CRITERIA = 1;
    uint256[] private ids;

    function setUp() public override {
        super.setUp();
        for (uint256 id = 1; id <= 8; ++id) {
            if (id > 1) royal.give(alice, id);
            ids.push(id);
        }
    }

    function criteriaSalt(uint256 number) private pure returns (uint256) {
        return saltOf(number, 0, 0, FEE) | (CRITERIA << 64);
    }

    /// Bob bids 1 PAY for each of three of these ids of `royal`; for any where the root is zero.
    function criteriaBid(bytes32 root) private view returns (Order memory) {
        return Order(OrderKey(bob, criteriaSalt(9), money(), item(address(royal), uint256(root), 3)), 3 ether, 3, FEE);
    }

    function accepting(Order memory order, uint256 tokenId, bytes32[] memory proof) private view returns (Accepting memory a) {
        (a.order, a.fee, a.amount, a.tokenId, a.proof, a.caller) = (order, FEE, 1 ether, tokenId, proof, alice);
        a.signature = bobs(order);
    }

    /// One that works, of which each test changes one thing: the fifth of eight ids.
    function base() private view returns (Accepting memory) {
        return accepting(criteriaBid(ids.root()), 5, ids.proof(4));
    }

    function bobs(Order memory order) private view returns (bytes memory) {
        return joined(signed(BOB_KEY, exchange.digestByTerms(order, address(0))));
    }

    function call(Accepting memory a) private {
        vm.prank(a.caller);
        exchange.acceptCriteriaBid(a.order, a.signature, a.fee, a.feeSig, a.amount, address(0), a.least, a.tokenId, a.proof);
    }

    function fails(Accepting memory a, bytes memory why) private {
        vm.expectRevert(why);
        call(a);
        vm.assertEq(exchange.filled(a.order.key.owner, a.order.key.salt), 0, "untouched");
    }

    function unsigned(Accepting memory a) private {
        fails(a, abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, a.order.key.owner));
    }

    function outside(Accepting memory a) private {
        bytes32 root = bytes32(a.order.key.buyAsset.tokenId);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeIdOutsideCriteria.selector, a.tokenId, root));
    }

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
        Wallet wallet = new Wallet(bob);
        pay.give(address(wallet), 10 ether);
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
        Accepting memory a = base();
        a.order.key.owner = address(wallet);
        a.signature = bobs(a.order);
        call(a);
        vm.assertEq(royal.ownerOf(5), address(wallet), "item");
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

    /// [COFF-09] The node above two leaves, passed off as an id.
    function test_RevertWhen_ANodeIsReadAsALeaf() public {
        Accepting memory a = base();
        bytes32[] memory longer = a.proof;
        bytes32[] memory shorter = new bytes32[](2);
        (shorter[0], shorter[1]) = (longer[1], longer[2]);
        a.proof = shorter;
        a.tokenId = uint256(Tree.pairOf(Tree.leafOf(5), longer[0]));
        outside(a);
        a.tokenId = uint256(Tree.leafOf(5));
        outside(a);
        // Of a root: itself, and with no proof.
        a.tokenId = a.order.key.buyAsset.tokenId;
        a.proof = new bytes32[](0);
        outside(a);
    }

    function test_RevertWhen_TheProofIsShort() public {
        Accepting memory a = base();
        a.proof = new bytes32[](0);
        outside(a);
    }

    function test_RevertWhen_TheProofIsLong() public {
        Accepting memory a = base();
        a.proof = new bytes32[](17);
        fails(a, abi.encodeWithSelector(IExchange.ExchangeProofTooLong.selector, 17, 16));
    }

    function test_RevertWhen_AProofComesForEveryId() public {
        Accepting memory a = accepting(criteriaBid(0), 5, ids.proof(4));
        outside(a);
    }

    function test_RevertWhen_SeveralOfAnERC721AreAsked() public {
        Accepting memory a = base();
        a.amount = 2 ether;
        fails(a, abi.encodeWithSelector(IExchange.ExchangeAmountInvalid.selector, 2 ether, 1 ether));
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
    }

    function test_RevertWhen_TheTotalIsHigher() public {
        Accepting memory a = base();
        (a.order.selling, a.amount) = (6 ether, 2 ether);
        unsigned(a);
    }

    function test_RevertWhen_TheCollectionIsAnother() public {
        Accepting memory a = base();
        a.order.key.buyAsset.token = address(nft);
        unsigned(a);
    }

    function test_RevertWhen_TheKindOfItemIsAnother() public {
        Accepting memory a = base();
        a.order.key.buyAsset.assetType = 4;
        unsigned(a);
    }

    function test_RevertWhen_TheMoneyIsAnother() public {
        Accepting memory a = base();
        a.order.key.sellAsset.token = address(multi);
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
    }

    function test_RevertWhen_ItIsASale() public {
        Accepting memory a = base();
        a.order = aSale(address(royal));
        a.order.key.salt = criteriaSalt(5);
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
