// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {IExchangeByBytes} from "../../base/IExchangeForms.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";
import {Answer, Mute, Wallet} from "../../base/Wallet.sol";

contract ExchangeByBytesTest is ExchangeBase {
    Wallet private wallet;

    function setUp() public override {
        super.setUp();
        wallet = new Wallet(alice);
        nft.give(address(wallet), 2);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        wallet.act(address(pay), abi.encodeCall(pay.approve, (address(proxy), type(uint256).max)));
    }

    /// The wallet sells its item for 1 coin.
    function walletSale() private view returns (Order memory order) {
        order = aSale();
        order.key.owner = address(wallet);
        order.key.sellAsset.tokenId = 2;
    }

    function fill(Order memory order, bytes memory signature) private {
        fill(order, signature, none());
    }

    function fill(Order memory order, bytes memory signature, Sig memory fees) private {
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, fees, 1, address(0));
    }

    function fillReverts(Order memory order, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, order.key.owner));
        fill(order, signature);
    }

    function test_WhenTheContractSaysYes() public {
        Order memory order = walletSale();
        fill(order, joined(makerSig(ALICE_KEY, order)));
        vm.assertEq(nft.ownerOf(2), bob, "item");
        vm.assertEq(address(wallet).balance, 0.975 ether, "proceeds");
        vm.assertTrue(exchange.isSpent(address(wallet), order.key.salt), "spent");
    }

    function test_RevertGiven_Filled() public {
        Order memory order = walletSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        fill(order, signature);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, wallet, 5));
        fill(order, signature);
    }

    function test_RevertWhen_TheContractSaysNo() public {
        Order memory order = walletSale();
        fillReverts(order, joined(makerSig(EVE_KEY, order)));
        fillReverts(order, joined(makerSig(ALICE_KEY, aSale())));
        fillReverts(order, "");
    }

    /// However it answers, a contract harms only its own order, and never by what it returns.
    function test_RevertWhen_TheContractIsHostile() public {
        Order memory order = walletSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        for (uint256 i = uint256(Answer.Wrong); i <= uint256(Answer.Padded); ++i) {
            if (Answer(i) == Answer.Bomb) continue;
            wallet.answerBy(Answer(i));
            fillReverts(order, signature);
        }
        vm.assertEq(nft.ownerOf(2), address(wallet), "unmoved");
    }

    /// A bomb that begins with yes is a yes: only its first word is copied.
    function test_WhenTheContractReturnsABomb() public {
        Order memory order = walletSale();
        wallet.answerBy(Answer.Bomb);
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE), gas: 500_000}(order, signature, FEE, none(), 1, address(0));
        vm.assertEq(nft.ownerOf(2), bob, "item");
    }

    function test_RevertWhen_TheOwnerTakesEveryCall() public {
        Order memory order = walletSale();
        order.key.owner = address(new Mute());
        fillReverts(order, joined(makerSig(ALICE_KEY, order)));
    }

    function test_WhenTheOwnerHasNoCode() public {
        fill(aSale(), joined(makerSig(ALICE_KEY, aSale())));
        vm.assertEq(nft.ownerOf(1), bob, "item");
        assertOver(aSale(), 0.05 ether);
    }

    function test_WhenPersonallySignedBesideAFeeSignature() public {
        Order memory order = aSale();
        bytes memory signature = joined(signed(ALICE_KEY, Signatures.personalDigest(exchange.digest(order))));
        fillReverts(order, signature);
        fill(order, signature, feeSig(FEE_KEY, order, FEE));
        vm.assertEq(nft.ownerOf(1), bob, "item");
    }

    function test_RevertWhen_TheBytesAreMalformed() public {
        Order memory order = aSale();
        Sig memory sig = makerSig(ALICE_KEY, order);
        fillReverts(order, "");
        fillReverts(order, abi.encodePacked(sig.r, sig.s));
        fillReverts(order, abi.encodePacked(joined(sig), uint8(0)));
        fillReverts(order, abi.encodePacked(sig.v, sig.r, sig.s));
        fillReverts(order, joined(mirrored(sig)));
        fillReverts(order, abi.encodePacked(sig.r, sig.s, sig.v - 27));
        fillReverts(order, new bytes(65));
        // ERC-2098 compact.
        fillReverts(order, abi.encodePacked(sig.r, bytes32(uint256(sig.s) | (uint256(sig.v - 27) << 255))));
    }

    /// An account with code of its own (EIP-7702) signs by its key; the code isn't asked.
    function test_WhenAKeyHasCode() public {
        Order memory order = aSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        vm.etch(alice, address(new Mute()).code);
        fill(order, signature);
        vm.assertEq(nft.ownerOf(1), bob, "item");
    }

    function test_WhenTheContractBids() public {
        pay.give(address(wallet), 10 ether);
        Order memory order = aBid(address(nft));
        order.key.owner = address(wallet);
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        vm.prank(alice);
        exchange.exchange(order, signature, FEE, none(), PRICE, address(0));
        vm.assertEq(nft.ownerOf(1), address(wallet), "item");
        vm.assertEq(pay.balanceOf(alice), 0.975 ether, "proceeds");
    }

    function test_RevertWhen_TheValueIsNotExact() public {
        Order memory order = walletSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeValueWrong.selector, PRICE, due(PRICE, FEE)));
        vm.prank(bob);
        exchange.exchange{value: PRICE}(order, signature, FEE, none(), 1, address(0));
    }

    /// One yes is for one order: the documented form without signature finds none of another.
    function test_RevertWhen_TheYesWasForAnother() public {
        Order memory order = walletSale();
        fill(order, joined(makerSig(ALICE_KEY, order)));
        Order memory other = walletSale();
        other.key.salt = saltOf(6);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, wallet));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(other, none(), FEE, none(), 1, address(0));
    }

    function test_WhenThePayeeReenters() public {
        HostilePayee payee = new HostilePayee();
        RoyaltyERC721 token = new RoyaltyERC721(address(payee), 500);
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(token));
        Order memory again = walletSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, again));
        payee.reenter(
            exchange, abi.encodeCall(IExchangeByBytes.exchange, (again, signature, FEE, none(), 1, address(payee)))
        );
        fill(order, joined(makerSig(ALICE_KEY, order)));
        vm.assertTrue(!payee.entered(), "the guard held");
        vm.assertEq(nft.ownerOf(2), address(wallet), "unmoved");
    }

    function test_RevertGiven_Paused() public {
        Order memory order = walletSale();
        bytes memory signature = joined(makerSig(ALICE_KEY, order));
        vm.prank(operator);
        exchange.pause(1 hours);
        vm.expectRevert(abi.encodeWithSelector(bytes4(keccak256("FeesPaused(uint256)")), block.timestamp + 1 hours));
        fill(order, signature);
    }

}
